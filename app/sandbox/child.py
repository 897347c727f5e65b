"""The life of one child: fork, wall, warm-up, wait for a program, run it, end.

Everything here happens in a process that the zygote forked and that will never run a second program.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from app.sandbox import display, figures, inspector, jail, loopback, sharing, warmup
from app.sandbox.channel import Channel, NoInput, text_stream
from app.sandbox.executor import Executor
from app.sandbox.looks import Looks
from app.sandbox.protocol import FrameReader

NICENESS = 5
CHANNEL_FD, STDOUT_FD, STDERR_FD = 240, 241, 242
"""Where our own descriptors live: above those a program opens, below any limit on open files."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What the zygote was told about a child: the wall, its seat, its limits, its device, threads, loopback."""

    plan: jail.Plan
    seat: jail.Seat
    limits: jail.Limits
    device: str
    threads: int
    loopback: bool = False


def live(
    assignment: Assignment,
    channel_fd: int,
    stdout_fd: int,
    stderr_fd: int,
    *,
    duty: Callable[[Assignment, socket.socket, Channel], None] | None = None,
) -> NoReturn:
    """Run the rest of this process's life: *duty*, or one program. Never returns."""
    code = 1
    try:
        _take_descriptors(channel_fd, stdout_fd, stderr_fd)
        _reset_signals()
        _clean_surroundings(assignment.seat.workdir)
        _forget_peak_memory()
        if assignment.loopback:
            loopback.announce()
        jail.confine(assignment.plan, assignment.seat, assignment.limits, sockets=assignment.loopback)
        sock = socket.socket(fileno=CHANNEL_FD)
        channel = Channel(sock, (STDOUT_FD, STDERR_FD))
        (duty or _serve)(assignment, sock, channel)
        code = 0
    except BaseException as error:  # noqa: BLE001 - reported through the pipe; the process ends in any case
        with contextlib.suppress(OSError):
            os.write(STDERR_FD, f"{type(error).__name__}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(code)


def _take_descriptors(channel_fd: int, stdout_fd: int, stderr_fd: int) -> None:
    """Move our descriptors out of the way, put the pipes under 1 and 2, and close everything else."""
    for source, target in ((channel_fd, CHANNEL_FD), (stdout_fd, STDOUT_FD), (stderr_fd, STDERR_FD)):
        os.dup2(source, target, inheritable=False)
    os.dup2(STDOUT_FD, 1)
    os.dup2(STDERR_FD, 2)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.closerange(3, CHANNEL_FD)
    os.closerange(STDERR_FD + 1, 4096)


def _reset_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _clean_surroundings(workdir: str) -> None:
    """The program's environment names its own folder and nothing of the service."""
    os.umask(0o077)
    os.environ.update(
        HOME=workdir, TMPDIR=workdir, PWD=workdir, USER="reader", LOGNAME="reader", TORCHINDUCTOR_CACHE_DIR=workdir
    )
    tempfile.tempdir = None
    # Everything of ours is loaded by now. New processes find the one module that they need, and draw without us.
    os.environ.pop("PYTHONPATH", None)
    os.environ.update(MPLBACKEND="agg", MPLCONFIGDIR=workdir)
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    sys.path[:] = [entry for entry in sys.path if entry not in {root, ""}] + [os.path.join(here, "spawned")]


def _forget_peak_memory() -> None:
    """Start the kernel's high-water mark of this process's memory anew (proc(5), ``clear_refs`` 5)."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def _serve(assignment: Assignment, sock: socket.socket, channel: Channel) -> None:
    import torch  # noqa: PLC0415 - already loaded by the zygote; binding it here keeps this module importable alone

    torch.set_num_threads(assignment.threads)
    warmup.walk(torch, assignment.device)
    request = _wait_for_program(sock, channel, _device_name(torch, assignment))
    if request is None:
        return
    # The service comes first: it must see in time what a run does, and there may be many runs.
    os.nice(NICENESS)
    baseline, _ = _memory()
    started = time.process_time()
    executor = Executor(channel.send, display.bundle, channel.settle)
    sys.stdout = text_stream("stdout", 1, channel, executor.current_line)
    sys.stderr = text_stream("stderr", 2, channel, executor.current_line)
    sharing.begin()
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]
    _give_input(request.get("stdin"))
    figures.set_sink(lambda data: channel.send({"kind": "figure", "line": executor.current_line(), **data}))
    _seed(torch, int(request["seed"]))
    if assignment.device != "cpu":
        torch.set_default_device(assignment.device)
    looks = Looks(request.get("looks"), executor)
    status = executor.run(request["code"], assignment.seat.workdir)
    if not channel.owned:
        # The program forked and this is its fork, which came to the end of the program too.
        executor.finish()
        return
    _report_end(channel, executor, looks, status, started, baseline)


def _report_end(  # noqa: PLR0917 - all of it is the run
    channel: Channel, executor: Executor, looks: Looks, status: str, started: float, baseline: int
) -> None:
    ended = executor.attempt(figures.flush)
    channel.settle()
    looks.report(channel.send)
    _report_variables(channel, executor)
    if ended == "ok":
        ended = executor.finish()
    sharing.cleanup()
    channel.finish()
    channel.settle()
    now, peak = _memory()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    channel.send(
        {
            "kind": "done",
            "status": status if status != "ok" else ended,
            "cpu_ms": 1000 * (time.process_time() - started + usage.ru_utime + usage.ru_stime),
            "peak_memory_bytes": max(0, max(peak, now) - baseline),
        }
    )


def _report_variables(channel: Channel, executor: Executor) -> None:
    rows = inspector.variables(executor.namespace)
    channel.send({"kind": "variables", "variables": rows})
    if inspector.count(executor.namespace) > len(rows):
        channel.send({"kind": "truncated", "what": "variables", "limit": len(rows)})


def _wait_for_program(sock: socket.socket, channel: Channel, device: str) -> dict[str, Any] | None:
    """Say that we are ready, as often as we are told to walk further, until the program comes."""
    while True:
        gc.collect(0)
        channel.send({"kind": "ready", "cpu_ms": 1000 * time.process_time(), "device": device})
        request = _receive(sock)
        if request is None or request["kind"] == "run":
            return request
        warmup.walk_further()


def _receive(sock: socket.socket) -> dict[str, Any] | None:
    """The program to run, or None when the supervisor has gone away."""
    reader = FrameReader()
    while data := sock.recv(65536):
        for frame in reader.feed(data):
            return frame
    return None


def _give_input(stdin: str | None) -> None:
    if stdin is None:
        sys.stdin = NoInput()
        return
    # An unlinked file and not a pipe: its size is not bounded by a pipe's buffer, and subprocesses can read it too.
    with tempfile.TemporaryFile() as file:
        file.write(stdin.encode("utf-8", "surrogateescape"))
        file.seek(0)
        os.dup2(file.fileno(), 0)
    sys.stdin = open(0, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115 - it stays open


def _seed(torch: Any, seed: int) -> None:
    """Seed the generators that a program uses; forked children would otherwise all share the zygote's state."""
    random.seed(seed)
    torch.manual_seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def _memory() -> tuple[int, int]:
    """Resident bytes of this process: now, and the most since :func:`_forget_peak_memory`."""
    now = peak = 0
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                now = int(line.split()[1]) * 1024
            elif line.startswith("VmHWM:"):
                peak = int(line.split()[1]) * 1024
    return now, peak


def _device_name(torch: Any, assignment: Assignment) -> str:
    return str(torch.cuda.get_device_name()) if assignment.device.startswith("cuda") else "CPU"
