"""The supervisor's end of one child: its channel, its two pipes, its end.

Whatever arrives is handed on in the order in which it was written: frames of the channel first, then the bytes of the
pipes, since a child sends no frame while a pipe holds unread bytes.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import socket
from collections.abc import Callable
from typing import Any

from app.runs.host import Exit, Host, HostError
from app.sandbox.protocol import FrameReader, ProtocolError, encode_frame

READ_BYTES = 65536
READS = 4
"""Pieces of the channel taken in one go: what its buffer in the kernel holds."""
PIPE_BYTES = 65536
Frame = dict[str, Any]


class Child:
    """One warm, single-use process and what it says."""

    def __init__(
        self, host: Host, seat: int, uid: int | None, workdir: str, device: str, *, loopback: bool = False
    ) -> None:
        self.host = host
        self.seat = seat
        self.uid = uid
        self.workdir = workdir
        self.device = device
        self.loopback = loopback
        self.pid = 0
        self.namespace: int | None = None
        self.walked_further = False
        self.baseline_cpu_ms = 0.0
        self.device_name = ""
        self.broken = False
        """Whether something that is no frame came over the channel."""
        self.on_close: Callable[[], None] | None = None
        self.closed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._reader = FrameReader(untrusted=True)
        self._sink: Callable[[Frame], None] | None = None
        self._ready: asyncio.Future[Frame] = self._loop.create_future()
        self._channel: socket.socket | None = None
        self._pipes: dict[int, tuple[str, codecs.IncrementalDecoder]] = {}

    async def start(self, timeout_s: float = 30.0) -> None:
        """Fork, confine and warm it up. Raises :class:`HostError` with its own words if it ends before it is ready."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        near.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        ends = [os.pipe2(os.O_CLOEXEC) for _ in ("stdout", "stderr")]
        try:
            for name, (read, _) in zip(("stdout", "stderr"), ends, strict=True):
                os.set_blocking(read, False)
                self._pipes[read] = (name, codecs.getincrementaldecoder("utf-8")("replace"))
            self._channel = near
            fds = [far.fileno(), *(write for _, write in ends)]
            self.pid, self.namespace = await self.host.spawn(
                self.seat, self.uid, self.workdir, self.device, fds, loopback=self.loopback
            )
        except BaseException:
            self.close()
            raise
        finally:
            far.close()
            for _, write in ends:
                os.close(write)
        words: list[str] = []
        self._sink = lambda frame: words.append(str(frame.get("text", "")))
        self._loop.add_reader(near, self._on_channel)
        for read in self._pipes:
            self._loop.add_reader(read, self._on_pipe, read)
        await self._await_ready(timeout_s, words)

    async def walk_further(self, timeout_s: float = 30.0) -> None:
        """Let it walk the costlier first uses too. Raises :class:`HostError` if it ends over that."""
        if self._channel is None:
            raise HostError("the child is gone")
        self._ready = self._loop.create_future()
        await self._loop.sock_sendall(self._channel, encode_frame({"kind": "walk"}))
        await self._await_ready(timeout_s, [])
        self.walked_further = True

    async def _await_ready(self, timeout_s: float, words: list[str]) -> None:
        try:
            frame = await asyncio.wait_for(self._ready, timeout_s)
        except (TimeoutError, HostError) as error:
            self.close()
            raise HostError(f"a child was not ready: {''.join(words).strip() or error}") from error
        self.baseline_cpu_ms = float(frame["cpu_ms"])
        self.device_name = str(frame["device"])

    @property
    def alive(self) -> bool:
        """Whether its channel is still open."""
        return not self.closed.is_set()

    async def begin(self, request: Frame, sink: Callable[[Frame], None]) -> None:
        """Give it its program. Every frame and every piece of output then goes to *sink*, in order."""
        if self._channel is None:
            raise HostError("the child is gone")
        self._sink = sink
        await self._loop.sock_sendall(self._channel, encode_frame(request))

    async def ended(self) -> Exit:
        """How the process ended, once it has."""
        return await self.host.ended(self.seat)

    def drain(self) -> None:
        """Hand on everything that it has written so far."""
        self._on_channel()
        for pipe in list(self._pipes):
            self._read_pipe(pipe)
        self._finish_texts()

    def close(self) -> None:
        """Stop listening to it."""
        if self._channel is not None:
            self._loop.remove_reader(self._channel)
            self._channel.close()
            self._channel = None
        for pipe in list(self._pipes):
            self._close_pipe(pipe)
        if not self.closed.is_set():
            self.closed.set()
            if self.on_close is not None:
                self.on_close()
        if not self._ready.done():
            self._ready.set_exception(HostError("it ended"))
            self._ready.exception()

    # -- reading -----------------------------------------------------------------------------------------------

    def _on_channel(self) -> None:
        """Hand on the frames that are there; bounded, so that one flood does not stop the service."""
        for _ in range(READS):
            if self._channel is None:
                return
            try:
                data = self._channel.recv(READ_BYTES)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._end()
                return
            try:
                frames = self._reader.feed(data)
            except ProtocolError as error:
                # Only a hostile program writes such bytes; its run ends as crashed.
                self.broken = True
                frames = error.frames
            for frame in frames:
                self._hand_on(frame)
            if self.broken:
                self._end()
            if len(data) < READ_BYTES:
                return

    def _on_pipe(self, pipe: int) -> None:
        self._on_channel()
        self._read_pipe(pipe)

    def _read_pipe(self, pipe: int) -> None:
        if pipe not in self._pipes:
            return
        name, decoder = self._pipes[pipe]
        try:
            data = os.read(pipe, PIPE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        text = decoder.decode(data, final=not data)
        if text:
            self._hand_on({"kind": name, "line": None, "text": text})
        if not data:
            self._close_pipe(pipe)

    def _hand_on(self, frame: Frame) -> None:
        if frame["kind"] == "ready" and not self._ready.done():
            self._ready.set_result(frame)
        elif self._sink is not None:
            if frame["kind"] == "done":
                self._finish_texts()
            self._sink(frame)

    def _finish_texts(self) -> None:
        """Hand on the beginning of a character whose rest will not come."""
        for name, decoder in self._pipes.values():
            text = decoder.decode(b"", final=True)
            if text and self._sink is not None:
                self._sink({"kind": name, "line": None, "text": text})

    def _close_pipe(self, pipe: int) -> None:
        if self._pipes.pop(pipe, None) is not None:
            self._loop.remove_reader(pipe)
            with contextlib.suppress(OSError):
                os.close(pipe)

    def _end(self) -> None:
        """The channel is at its end: take what is left in the pipes, then close."""
        for pipe in list(self._pipes):
            for _ in range(64):
                if pipe not in self._pipes:
                    break
                before = self._pipes[pipe]
                self._read_pipe(pipe)
                if self._pipes.get(pipe) is not before or not _readable(pipe):
                    break
        self.close()


def _readable(pipe: int) -> bool:
    import select  # noqa: PLC0415 - used at the end of a crashed run only

    return bool(select.select([pipe], [], [], 0)[0])
