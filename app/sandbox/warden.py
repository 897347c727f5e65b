"""The small privileged process beside the zygote: makes pid namespaces, and sweeps up after runs.

It is forked before torch is loaded, and answers frames of :mod:`app.sandbox.protocol` on its socket:

``namespace`` -> ``namespace`` with ``pid``, the first process of a new pid namespace (or ``error``);
``sweep`` (``uid``, ``pid``, ``workdir``) -> ``swept`` with ``killed``, ``removed``, ``ok``;
``measure`` (``uid``, ``pids``, ``files``) -> ``measured`` with the fields of
:class:`app.sandbox.measure.Held` and ``ok``.

Where a run has a pid and a mount namespace of its own, ending the first process ends all the others, and whatever they
wrote is gone with them: the sweep is done when that process can be reaped, which the kernel allows only after the last
of the others. Elsewhere each sweep is done by a process of its own, so that a slow one delays nobody. At the end of its
input the warden ends, and every run's processes with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NoReturn

from app.sandbox import first, measure, namespaces, sweep
from app.sandbox.layers import Plan
from app.sandbox.protocol import FrameReader, ProtocolError, encode_frame

MOST_SEATS = 512
"""User ids from the plan's first on that are taken for runs' when the service ends."""
_REAP_S = 0.05


def serve(plan: Plan, sock: socket.socket) -> None:
    """Answer requests until the other end is closed."""
    Warden(plan, sock).serve()


class Warden:
    """The process's state: its socket, the namespaces it made, and the sweeps under way."""

    def __init__(self, plan: Plan, sock: socket.socket) -> None:
        self._plan = plan
        self._sock = sock
        self._reader = FrameReader()
        self._selector = selectors.DefaultSelector()
        self._inodes: dict[int, int] = {}
        self._jobs: dict[int, tuple[int, dict[str, Any]]] = {}
        """By descriptor of a job's pipe: the request's number, and the answer if the job dies without one."""
        self._dying: dict[int, tuple[int, int]] = {}
        """By descriptor of a namespace's killed first process: that process, and the request to answer."""

    def serve(self) -> None:
        """Answer requests until the other end is closed; then end every run."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._sock.settimeout(None)
        self._selector.register(self._sock, selectors.EVENT_READ)
        try:
            while self._step():
                pass
        finally:
            self._end_all()

    def _step(self) -> bool:
        waiting = self._inodes or self._jobs
        for key, _ in self._selector.select(_REAP_S if waiting else None):
            if key.fileobj is self._sock:
                if not self._obey():
                    return False
            elif key.fd in self._dying:
                self._bury(int(key.fd))
            else:
                self._finish(int(key.fd))
        self._reap()
        return True

    def _obey(self) -> bool:
        try:
            data = self._sock.recv(65536)
            requests = self._reader.feed(data)
        except (OSError, ProtocolError):
            return False
        for request in requests:
            if request["kind"] == "namespace":
                self._send(self._make_namespace(request))
            elif request["kind"] == "sweep":
                self._start_sweep(request)
            elif request["kind"] == "measure":
                self._start_measure(request)
        return bool(data)

    def _send(self, answer: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._sock.sendall(encode_frame(answer))

    # -- namespaces --------------------------------------------------------------------------------------------

    def _make_namespace(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = {"kind": "namespace", "id": request["id"]}
        try:
            pid = first.start(self._plan)
        except OSError as error:
            return {**answer, "pid": None, "error": str(error)}
        self._inodes[pid] = os.stat(f"/proc/{pid}/ns/pid").st_ino
        return {**answer, "pid": pid}

    def _reap(self) -> None:
        """Collect our children that have ended.

        A namespace's first process ends when the last of the others has.
        """
        with contextlib.suppress(ChildProcessError):
            while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                self._inodes.pop(pid, None)

    # -- sweeps ------------------------------------------------------------------------------------------------

    def _start_sweep(self, request: dict[str, Any]) -> None:
        pid = request.get("pid")
        namespace = self._inodes.get(pid) if isinstance(pid, int) else None
        if namespace is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(request["pid"]), signal.SIGKILL)
            if self._plan.has("mount_ns"):
                self._await_end(int(request["pid"]), int(request["id"]))
                return
        lost = {"kind": "swept", "killed": 0, "removed": 0, "ok": False}
        self._start_job(request, lost, lambda: _sweep(request, namespace))

    def _start_measure(self, request: dict[str, Any]) -> None:
        lost = {"kind": "measured", "ok": False}
        self._start_job(request, lost, lambda: _measure(request))

    def _start_job(self, request: dict[str, Any], lost: dict[str, Any], job: Callable[[], dict[str, Any]]) -> None:
        """Do *job* in a process of its own, which answers through a pipe; *lost* is the answer if it dies."""
        read, write = os.pipe2(os.O_CLOEXEC)
        if os.fork() == 0:
            os.close(read)
            _work(job, write)
        os.close(write)
        self._jobs[read] = (int(request["id"]), lost)
        self._selector.register(read, selectors.EVENT_READ)

    def _await_end(self, pid: int, serial: int) -> None:
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            self._send({"kind": "swept", "id": serial, "killed": 0, "removed": 0, "ok": True})
            return
        self._dying[descriptor] = (pid, serial)
        self._selector.register(descriptor, selectors.EVENT_READ)

    def _bury(self, descriptor: int) -> None:
        pid, serial = self._dying.pop(descriptor)
        self._selector.unregister(descriptor)
        os.close(descriptor)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)
        self._inodes.pop(pid, None)
        self._send({"kind": "swept", "id": serial, "killed": 1, "removed": 0, "ok": True})

    def _finish(self, descriptor: int) -> None:
        """A job's process has written its answer (a few bytes, in one piece) or has died without one."""
        serial, lost = self._jobs.pop(descriptor)
        text = os.read(descriptor, 4096)
        self._selector.unregister(descriptor)
        os.close(descriptor)
        self._send({**lost, **(json.loads(text) if text else {}), "id": serial})

    # -- the end -----------------------------------------------------------------------------------------------

    def _end_all(self) -> None:
        """The service is gone: so is every namespace, or every process with a run's user id."""
        for pid in self._inodes:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if self._plan.has("uid") and not self._plan.has("pid_ns"):
            users = range(self._plan.uid_base, self._plan.uid_base + MOST_SEATS)
            for uid in set(sweep.processes_of(users).values()):
                sweep.kill_user(uid)


def _work(job: Callable[[], dict[str, Any]], write: int) -> NoReturn:
    try:
        namespaces.prctl(namespaces.PR_SET_PDEATHSIG, signal.SIGKILL)
        os.write(write, json.dumps(job()).encode("ascii"))
    finally:
        os._exit(0)


def _user_of(request: dict[str, Any]) -> int | None:
    uid = request.get("uid")
    return uid if isinstance(uid, int) and uid > 0 else None


def _sweep(request: dict[str, Any], namespace: int | None) -> dict[str, Any]:
    return {**sweep.sweep(_user_of(request), namespace, str(request["workdir"]))}


def _measure(request: dict[str, Any]) -> dict[str, Any]:
    """As the run's own user: the service may lack the right to look into other users' processes."""
    pids = [int(pid) for pid in request["pids"]]
    uid = _user_of(request)

    def look() -> dict[str, Any]:
        return asdict(measure.held(pids, memory=request["memory"] is True, stop_at=int(request["files"])))

    answer = sweep.as_user(uid, look) if uid is not None else look()
    return answer if isinstance(answer, dict) else {"ok": False}
