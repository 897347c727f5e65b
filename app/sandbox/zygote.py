"""The zygote: imports torch once, single-threaded, and forks one warm, single-use child per run.

``python -m app.sandbox.zygote CONTROL_FD WARDEN_FD CONFIG`` is started by the supervisor. Over the control socket
(``SOCK_SEQPACKET``, one JSON object per packet) it is told

``{"kind": "spawn", "seat", "uid", "workdir", "namespace", "device", "loopback"}`` with three descriptors: channel,
stdout, stderr
``{"kind": "end", "seat"}`` where the warden has no way to tell whose a process is

and answers ``hello`` (once, when it is ready), ``spawned`` and, when a child has ended, ``exit``. The privileged
warden is forked before torch is loaded, so that it stays small and its own forks cheap.
"""

from __future__ import annotations

import array
import contextlib
import gc
import json
import os
import platform
import selectors
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from app.sandbox import family, jail, namespaces, warden
from app.sandbox.protocol import MAX_FRAME_BYTES


def main(arguments: list[str], kind: type[Zygote] | None = None) -> NoReturn:
    """Entry of the process, which is of *kind* (a zygote of programs). Ends with the control socket."""
    control = socket.socket(fileno=int(arguments[0]))
    warden_socket = socket.socket(fileno=int(arguments[1]))
    config = json.loads(arguments[2])
    plan = jail.probe(uid_base=config["uid_base"], disabled=frozenset(config["disabled"]))
    jail.enter(plan)
    warden_pid = os.fork()
    if warden_pid == 0:
        control.close()
        with contextlib.suppress(KeyboardInterrupt):
            warden.serve(plan, warden_socket)
        os._exit(0)
    warden_socket.close()
    family.adopt_orphans(required=not (plan.has("uid") or plan.has("pid_ns")))
    (kind or Zygote)(control, plan, config, warden_pid).serve()
    os._exit(0)


class Zygote:
    """The process's state: the control socket and the children that are alive."""

    duty: ClassVar[Callable[..., None] | None] = None
    """What a child does behind the wall, given its assignment, socket and channel; None: it runs a program."""

    def __init__(self, control: socket.socket, plan: jail.Plan, config: dict[str, Any], warden_pid: int) -> None:
        self._control = control
        self._warden_pid = warden_pid
        self._plan = plan
        self._config = config
        self._limits = jail.Limits(**config["limits"])
        self._by_descent = not (plan.has("uid") or plan.has("pid_ns"))
        """Whether nothing but its descent tells whose a process is, so that the warden can't end a run."""
        self._seats: dict[int, int] = {}

    def serve(self) -> None:
        """Load torch, say hello, then fork on demand and report each end."""
        facts = self._load()
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        self._send(
            {"kind": "hello", **facts, "plan": {"layers": self._plan.as_dicts(), "complete": self._plan.complete}}
        )
        with selectors.DefaultSelector() as selector:
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(wake_read, selectors.EVENT_READ)
            while True:
                ready = {key.fileobj for key, _ in selector.select()}
                if wake_read in ready:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake_read, 4096)
                    self._reap()
                if self._control in ready and not self._obey():
                    break
        if self._by_descent:
            family.end_strays({self._warden_pid})

    def _load(self) -> dict[str, Any]:
        import torch  # noqa: PLC0415 - after the warden's fork and the namespaces, never before

        torch.set_num_threads(1)
        from app.sandbox import figures, sharing, warmup  # noqa: PLC0415 - they load torch

        warmup.load()
        figures.install()
        sharing.install()
        warmup.settle(torch)
        warmup.forget_exit_hooks()
        facts = {
            "torch": torch.__version__,
            "python": platform.python_version(),
            "cuda": torch.version.cuda,
        }
        gc.collect()
        # Frozen objects are never looked at by a child's collector, so their pages stay shared.
        gc.freeze()
        return facts

    def _obey(self) -> bool:
        message, descriptors = self._receive()
        if message is None:
            return False
        if message["kind"] == "spawn":
            self._spawn(message, descriptors)
        elif message["kind"] == "end":
            self._end(message["seat"])
        for descriptor in descriptors:
            os.close(descriptor)
        return True

    def _spawn(self, message: dict[str, Any], descriptors: list[int]) -> None:
        from app.sandbox import child  # noqa: PLC0415 - loaded by _load

        seat = jail.Seat(message["seat"], message["uid"], message["workdir"])
        assignment = child.Assignment(
            self._plan,
            seat,
            self._limits,
            message["device"],
            self._config["threads"],
            loopback=message.get("loopback") is True,
        )
        try:
            pid = namespaces.fork_into(message["namespace"])
        except OSError as error:
            self._send({"kind": "failed", "seat": seat.index, "reason": str(error)})
            return
        if pid == 0:
            if self._by_descent:
                family.adopt_orphans()
            child.live(assignment, *descriptors, duty=self.duty)
        self._seats[pid] = seat.index
        self._send({"kind": "spawned", "seat": seat.index, "pid": pid})

    def _end(self, seat: int) -> None:
        """Kill the child of *seat*; its end is reported as any other."""
        for pid in [pid for pid, taken in self._seats.items() if taken == seat]:
            os.kill(pid, signal.SIGKILL)
        if seat not in self._seats.values():
            self._send({"kind": "exit", "seat": seat, "code": -signal.SIGKILL, "cpu_ms": 0.0})

    def _reap(self) -> None:
        """Report every ended child; orphans that were handed to us are reaped in passing."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            seat = self._seats.pop(pid, None)
            if seat is not None:
                cpu_ms = 1000 * (usage.ru_utime + usage.ru_stime)
                if self._by_descent:
                    family.end_strays({self._warden_pid, *self._seats})
                self._send({"kind": "exit", "seat": seat, "code": os.waitstatus_to_exitcode(status), "cpu_ms": cpu_ms})

    def _send(self, payload: dict[str, Any]) -> None:
        self._control.sendall(json.dumps(payload).encode("ascii"))

    def _receive(self) -> tuple[dict[str, Any] | None, list[int]]:
        size = array.array("i").itemsize * 3
        data, ancillary, _, _ = self._control.recvmsg(min(MAX_FRAME_BYTES, 65536), socket.CMSG_LEN(size))
        if not data:
            return None, []
        descriptors = array.array("i")
        for level, kind, content in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptors.frombytes(content[: len(content) - len(content) % descriptors.itemsize])
        return json.loads(data), list(descriptors)


if __name__ == "__main__":
    main(sys.argv[1:])
