"""The child's way out: frames on its channel, and ``sys.stdout``/``sys.stderr`` that speak in frames.

Text written through Python's streams travels as frames, which know the line that wrote it. Bytes written to the
descriptors themselves (C code, subprocesses, ``os.write``) travel through two pipes that the supervisor reads. To
keep the order of the two ways, nothing is sent on the channel while a pipe still holds unread bytes.
"""

from __future__ import annotations

import codecs
import fcntl
import io
import os
import signal
import socket
import sys
import termios
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from app.sandbox.protocol import UNHEARD, encode_frame

CHUNK = 32 * 1024
"""Characters of text in one frame at the most; a longer write becomes several frames."""
_SIGNALS = signal.valid_signals()
DRAIN_S = 0.25
"""How long to wait for the supervisor to read a pipe before giving up on the order of outputs."""


class Channel:
    """Sends frames to the supervisor, whole and in order, from any thread of the process that owns it.

    A process forked by the reader's code loses the descriptor, and :meth:`send` does nothing there.
    """

    def __init__(self, sock: socket.socket, pipes: tuple[int, ...]) -> None:
        self._sock = sock
        self._pipes = pipes
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._waiting: list[bytes] | None = None
        # A fork may not speak here, and while it held the channel open nobody would learn that we are gone.
        os.register_at_fork(after_in_child=sock.close)
        self._streams: list[_FrameStream] = []

    def finish(self) -> None:
        """Send what the streams still hold: the beginning of a character whose rest did not come."""
        for stream in self._streams:
            stream.finish()

    def attach(self, stream: _FrameStream) -> None:
        """Remember *stream* for :meth:`finish`."""
        self._streams.append(stream)

    @property
    def owned(self) -> bool:
        """Whether this process is the one whose run the supervisor follows."""
        return os.getpid() == self._pid

    def send(self, payload: dict[str, Any]) -> None:
        """Send one frame. Safe in signal handlers: a frame sent while one is under way follows it."""
        if not self.owned:
            return
        frame = encode_frame(payload)
        with self._lock:
            if self._waiting is not None:
                self._waiting.append(frame)
                return
            self._waiting = [frame]
            try:
                self._drain_pipes()
                while self._waiting:
                    self._put(self._waiting.pop(0))
            finally:
                self._waiting = None

    def _put(self, frame: bytes) -> None:
        # The kernel takes a small frame as a whole or not at all. Half of a large one would be left where a signal
        # handler of the program's raises, so signals wait for its other half.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS) if len(frame) > CHUNK else None
        try:
            self._sock.sendall(frame)
        except OSError as error:
            if error.errno is None:
                raise  # no error of the socket: such a handler's TimeoutError, most likely
            # Broken or closed by the program: whatever it does from here on, nobody hears it.
            os._exit(UNHEARD)
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def settle(self) -> None:
        """Wait, briefly, until the supervisor has read what was written to the pipes."""
        if self.owned:
            self._drain_pipes()

    def _drain_pipes(self) -> None:
        deadline = 0.0
        for pipe in self._pipes:
            while unread(pipe):
                now = time.monotonic()
                deadline = deadline or now + DRAIN_S
                if now > deadline:
                    return
                time.sleep(0.0002)


def unread(pipe: int) -> int:
    """Bytes that wait in *pipe* (its write end will do); 0 where it can't be told."""
    buffer = bytearray(4)
    try:
        fcntl.ioctl(pipe, termios.FIONREAD, buffer)
    except OSError:
        return 0
    return int.from_bytes(buffer, sys.byteorder)


class _FrameStream(io.RawIOBase):
    """The bytes behind ``sys.stdout`` or ``sys.stderr``: each write is a frame with its line."""

    def __init__(self, kind: str, fd: int, channel: Channel, line: Callable[[], int | None]) -> None:
        self._kind = kind
        self._fd = fd
        self._channel = channel
        self._line = line
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._fd

    def write(self, data: Any, /) -> int:
        raw = bytes(data)
        if not self._channel.owned:
            return os.write(self._fd, raw)
        self._send(self._decoder.decode(raw))
        return len(raw)

    def finish(self) -> None:
        """Send what is left of a character that was not completed."""
        self._send(self._decoder.decode(b"", final=True))

    def _send(self, text: str) -> None:
        line = self._line()
        for start in range(0, len(text), CHUNK):
            self._channel.send({"kind": self._kind, "line": line, "text": text[start : start + CHUNK]})


def text_stream(kind: str, fd: int, channel: Channel, line: Callable[[], int | None]) -> io.TextIOWrapper:
    """A text stream like the interpreter's own, unbuffered, so that no ending can lose what was printed."""
    raw = _FrameStream(kind, fd, channel, line)
    channel.attach(raw)
    buffer = cast("BinaryIO", raw)  # all that a text stream asks of its buffer, an unbuffered one has
    return io.TextIOWrapper(buffer, encoding="utf-8", errors="backslashreplace", write_through=True)


class NoInput(io.TextIOBase):
    """``sys.stdin`` of a run that was given none: at its end from the start, and ``input()`` says why."""

    encoding = "utf-8"
    errors = "strict"

    def readable(self) -> bool:
        """True: reading is allowed, there is just nothing there."""
        return True

    def fileno(self) -> int:
        """Descriptor 0, which is ``/dev/null``."""
        return 0

    def read(self, _size: int | None = -1, /) -> str:
        """The empty string."""
        return ""

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override]
        """Raise :class:`EOFError` with a sentence: this is what ``input()`` calls."""
        raise EOFError("this run was given no standard input (send it as `stdin` with the request)")

    def __next__(self) -> str:  # type: ignore[override]
        """End: a loop over the lines of nothing."""
        raise StopIteration
