"""The supervisor's link to one zygote and its warden: starts them, spawns children, sweeps what they leave.

If the zygote dies, every child dies with it (their parent-death signal); :attr:`Host.lost` is set and the pool starts
another host.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from app.runs.limits import zygote_config
from app.sandbox.protocol import FrameReader, encode_frame
from app.settings import ROOT, Settings

log = structlog.get_logger(__name__)

START_S = 120.0
"""How long a zygote may take to load torch; a cold disk is slow."""

END_S = 5.0
"""How long a killed child and its family may take to be gone."""


class HostError(RuntimeError):
    """The zygote or the warden did not do what it was asked."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a child ended: ``code`` as :func:`os.waitstatus_to_exitcode` gives it, processor time in ms."""

    code: int
    cpu_ms: float


class Host:
    """One zygote, its warden, and the messages to and from them."""

    def __init__(
        self,
        settings: Settings,
        *,
        python: str = sys.executable,
        disabled: frozenset[str] = frozenset(),
        module: str = "app.sandbox.zygote",
    ) -> None:
        self._settings = settings
        self._python = python
        self._module = module
        self._disabled = disabled
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._warden: socket.socket | None = None
        self._hello: asyncio.Future[dict[str, Any]] | None = None
        self._answers: dict[tuple[str, int], asyncio.Future[dict[str, Any]]] = {}
        self._exits: dict[int, asyncio.Future[Exit]] = {}
        self._serial = 0
        self._reader = FrameReader()
        self.lost = asyncio.Event()
        self.reason = ""
        self.facts: dict[str, Any] = {}

    @property
    def pid(self) -> int | None:
        """Process id of the zygote."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Start the zygote and wait until it has loaded torch. Raises :class:`HostError` if it can't."""
        loop = asyncio.get_running_loop()
        control, control_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        warden, warden_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        config = json.dumps(zygote_config(self._settings, self._disabled))
        sockets = [str(end.fileno()) for end in (control_far, warden_far)]
        command = [self._python, "-m", self._module, *sockets, config]
        try:
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - our own module; returns at once
                command,
                cwd=ROOT,
                env=_environment(self._settings, self._python),
                stdin=subprocess.DEVNULL,
                pass_fds=(control_far.fileno(), warden_far.fileno()),
                start_new_session=True,
            )
        except OSError as error:
            control.close()
            warden.close()
            raise HostError(f"{self._python} can't be started: {error.strerror}") from error
        finally:
            control_far.close()
            warden_far.close()
        control.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        warden.setblocking(False)  # noqa: FBT003
        self._control, self._warden = control, warden
        self._hello = loop.create_future()
        loop.add_reader(control, self._on_control)
        loop.add_reader(warden, self._on_warden)
        try:
            self.facts = await asyncio.wait_for(self._hello, START_S)
        except (TimeoutError, HostError) as error:
            await self.stop()
            raise HostError("the zygote did not start; its own words are on standard error") from error

    async def stop(self) -> None:
        """End the zygote, and with it the warden and every child."""
        self._lose("the service is stopping")
        process = self._process
        if process is not None:
            await asyncio.to_thread(_end, process)

    # -- what can be asked of it -------------------------------------------------------------------------------

    async def spawn(
        self, seat: int, uid: int | None, workdir: str, device: str, fds: list[int], *, loopback: bool = False
    ) -> tuple[int, int | None]:
        """Fork a child for *seat* and hand it *fds*. Returns its process id and that of its namespace, if any."""
        namespace = await self._new_namespace()
        message = {
            "kind": "spawn",
            "seat": seat,
            "uid": uid,
            "workdir": workdir,
            "namespace": namespace,
            "device": device,
            "loopback": loopback,
        }
        self._exits[seat] = asyncio.get_running_loop().create_future()
        answer = self._expect("spawned", seat)
        if self._control is None or self.lost.is_set():
            raise HostError("the zygote is gone")
        socket.send_fds(self._control, [json.dumps(message).encode()], fds)
        pid = int((await answer)["pid"])
        return pid, namespace

    async def ended(self, seat: int) -> Exit:
        """Wait for the end of the child of *seat*."""
        return await asyncio.shield(self._exits[seat])

    async def sweep(
        self, uid: int | None, namespace: int | None, workdir: str, seat: int | None = None
    ) -> dict[str, Any]:
        """Kill everything that a run left and remove its files. Returns the warden's count of both.

        *seat* is that of a run which has neither user id nor namespace: the zygote then ends it.
        """
        if seat is not None and uid is None and namespace is None:
            await self._end(seat)
        message = {"kind": "sweep", "uid": uid, "pid": namespace, "workdir": workdir}
        return await self._ask_warden("swept", message)

    async def measure(self, uid: int | None, pids: list[int], *, memory: bool, files: int) -> dict[str, Any]:
        """What *pids* hold: ``memory`` if that is asked for, and up to *files* bytes of ``nameless`` files."""
        message = {"kind": "measure", "uid": uid, "pids": pids, "memory": memory, "files": files}
        return await self._ask_warden("measured", message)

    async def _end(self, seat: int) -> None:
        if self._control is None or self.lost.is_set():
            raise HostError("the zygote is gone")
        self._control.send(json.dumps({"kind": "end", "seat": seat}).encode())
        try:
            await asyncio.wait_for(self.ended(seat), END_S)
        except TimeoutError as error:
            raise HostError(f"the child of seat {seat} did not end") from error

    def plan_has(self, layer: str) -> bool:
        """Whether *layer* of the wall is in force here."""
        return any(item["name"] == layer and item["in_force"] for item in self.facts["plan"]["layers"])

    async def _new_namespace(self) -> int | None:
        if not self.plan_has("pid_ns"):
            return None
        return int((await self._ask_warden("namespace", {"kind": "namespace"}))["pid"])

    async def _ask_warden(self, answer_kind: str, message: dict[str, Any]) -> dict[str, Any]:
        if self._warden is None or self.lost.is_set():
            raise HostError("the warden is gone")
        self._serial += 1
        answer = self._expect(answer_kind, self._serial)
        await asyncio.get_running_loop().sock_sendall(self._warden, encode_frame({**message, "id": self._serial}))
        return await answer

    # -- what they say -----------------------------------------------------------------------------------------

    def _expect(self, kind: str, key: int) -> asyncio.Future[dict[str, Any]]:
        future = self._answers[kind, key] = asyncio.get_running_loop().create_future()
        return future

    def _resolve(self, kind: str, key: int, answer: dict[str, Any]) -> None:
        future = self._answers.pop((kind, key), None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _on_control(self) -> None:
        data = _receive(self._control)
        if data is None:
            return
        if not data:
            self._lose("the zygote ended")
            return
        message = json.loads(data)
        match message["kind"]:
            case "hello":
                if self._hello is not None and not self._hello.done():
                    self._hello.set_result(message)
            case "spawned":
                self._resolve("spawned", message["seat"], message)
            case "failed":
                future = self._answers.pop(("spawned", message["seat"]), None)
                if future is not None and not future.done():
                    future.set_exception(HostError(message["reason"]))
            case "exit":
                future_exit = self._exits.get(message["seat"])
                if future_exit is not None and not future_exit.done():
                    future_exit.set_result(Exit(message["code"], message["cpu_ms"]))

    def _on_warden(self) -> None:
        data = _receive(self._warden)
        if data is None:
            return
        if not data:
            self._lose("the warden ended")
            return
        for message in self._reader.feed(data):
            self._resolve(message["kind"], message["id"], message)

    def _lose(self, reason: str) -> None:
        """Everyone who waits for an answer learns that none will come."""
        if self.lost.is_set():
            return
        self.lost.set()
        self.reason = reason
        loop = asyncio.get_running_loop()
        for sock in (self._control, self._warden):
            if sock is not None:
                loop.remove_reader(sock)
                sock.close()
        error = HostError(reason)
        if self._hello is not None and not self._hello.done():
            self._hello.set_exception(error)
        for future in self._answers.values():
            _refuse(future, error)
        for future_exit in self._exits.values():
            if not future_exit.done():
                future_exit.set_result(Exit(-signal.SIGKILL, 0.0))
        self._answers.clear()
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGTERM) if self._process.poll() is None else None


def _refuse(future: asyncio.Future[dict[str, Any]], error: HostError) -> None:
    if not future.done():
        future.set_exception(error)
        # Marked as seen: the asker may have been cancelled in the meantime.
        future.exception()


def _receive(sock: socket.socket | None) -> bytes | None:
    """What *sock* holds; empty at its end; None when there is nothing to read after all."""
    if sock is None:
        return None
    try:
        return sock.recv(262144)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _environment(settings: Settings, python: str) -> dict[str, str]:
    """A clean environment: nothing of the operator's reaches the reader's program."""
    passed_on = ("LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "OPENBLAS_CORETYPE")
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {
        **kept,
        "PATH": f"{Path(python).parent}:/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        # One thread until the fork; the child raises the number (see warmup).
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        # Asking CUDA itself whether it is there would poison it in every child that is forked later.
        "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
        "MPLCONFIGDIR": _cache_folder(settings),
        "MPLBACKEND": "module://app.sandbox.figures",
        "TERM": "xterm-256color",
        "COLUMNS": "100",
    }


def _cache_folder(settings: Settings) -> str:
    """Where matplotlib keeps its list of fonts; made anew at each start only where nothing can be kept."""
    folder = settings.var_dir / "cache"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return str(folder)
    return tempfile.gettempdir()
