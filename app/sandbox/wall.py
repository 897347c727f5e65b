"""Puts up the layers, each in its place: :func:`enter` in the zygote, :func:`confine` in one child."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
from collections.abc import Sequence

from app.sandbox import landlock, loopback, mounts, namespaces, seccomp, syscalls
from app.sandbox.layers import Limits, Plan, Seat, WallError, building

HOST_NAME = "fieldnotes"
_LOCKED_MEMORY = 64 * 1024
_SHARED_ALLOWANCE = 4
"""Where runs share a user id, how many runs' worth of processes one may start beside those that exist."""

_entered: list[int] = []


def enter(plan: Plan) -> None:
    """Give this process, and all it will fork, the namespaces of *plan*.

    Once, in a process with one thread.
    """
    _entered[:] = [os.getpid()]
    _prepare(plan)
    if plan.has("user_ns"):
        with building("user_ns"):
            _enter_user_namespace("/proc")
    for name, flag in (("net_ns", namespaces.CLONE_NEWNET), ("ipc_ns", namespaces.CLONE_NEWIPC)):
        if plan.has(name):
            with building(name):
                namespaces.unshare(flag)
    if plan.has("mount_ns"):
        with building("mount_ns"):
            namespaces.unshare(namespaces.CLONE_NEWNS)
            # Slave: what the operator mounts or unmounts later is followed, and nothing of ours gets out.
            namespaces.mount(None, "/", None, namespaces.MS_REC | namespaces.MS_SLAVE)
        # The machine's name is nobody's business; it protects nothing, so it is no layer.
        with contextlib.suppress(OSError):
            namespaces.unshare(namespaces.CLONE_NEWUTS)
            socket.sethostname(HOST_NAME)


def confine(plan: Plan, seat: Seat, limits: Limits, *, readable: Sequence[str] = (), sockets: bool = False) -> None:
    """Close the wall around this process: one thread, just forked, about to run a stranger's code.

    *readable* names further files or folders that the run may read. *sockets* gives it a loopback, its own where there
    are network namespaces. Raises :class:`WallError` if any layer that the plan promises can't be put up; the caller
    must then end the process.
    """
    parent = os.getppid()
    uid, gid = _identity(plan, seat)
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    _detach()
    workdir = os.path.realpath(seat.workdir)
    if sockets:
        readable = [*readable, *loopback.READABLE, *_hosts(plan)]
    # Of one user's runs that share /dev/shm, each could change what the others share among their processes.
    # Where they are not apart anyway, only trusted code runs, and it needs its locks.
    apart = plan.has("uid") or not plan.complete
    writable = [workdir, mounts.SHARED_MEMORY] if apart else [workdir]
    if plan.has("mount_ns"):
        needed = [*landlock.interpreter_folders(), *landlock.executables(), *readable]
        writable = mounts.build(plan, workdir, limits, (uid, gid), needed)
        if sockets:
            with building("mount_ns"):
                loopback.name_localhost()
    if plan.own_user_ns:
        with building("own_user_ns"):
            namespaces.enter_user_namespace(proc)
    os.close(proc)
    if sockets and plan.has("net_ns"):
        with building("net_ns"):
            loopback.isolate()
    if plan.has("rlimits"):
        with building("rlimits"):
            _limit(plan, limits)
    with building("uid"):
        _become(plan, uid, gid)
        os.chdir(workdir)
    _die_with(parent)
    if plan.has("no_new_privs"):
        with building("no_new_privs"):
            namespaces.prctl(namespaces.PR_SET_NO_NEW_PRIVS, 1)
    if plan.has("landlock"):
        with building("landlock"):
            landlock.restrict(landlock.rules_for(writable, readable), tcp=sockets)
    if plan.has("seccomp"):
        with building("seccomp"):
            seccomp.install(_filter(plan, sockets=sockets))


def _hosts(plan: Plan) -> list[str]:
    """The list of hosts, where it is ours or the container's; the machine's own is not for strangers."""
    return [loopback.HOSTS] if plan.has("mount_ns") or not plan.has("net_ns") else []


def _filter(plan: Plan, *, sockets: bool) -> Sequence[seccomp.Instruction]:
    policy = seccomp.Policy(metadata=plan.has("uid") or plan.read_only_tree, loopback=sockets)
    return seccomp.build(syscalls.machine(), policy)


def _prepare(plan: Plan) -> None:
    """Work out once, before any fork, what would otherwise be worked out in every child."""
    landlock.rules_for(())
    mounts.closed_folders(landlock.interpreter_folders())
    if plan.has("seccomp"):
        with building("seccomp"):
            _filter(plan, sockets=False)


def _enter_user_namespace(proc: str) -> None:
    descriptor = os.open(proc, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        namespaces.enter_user_namespace(descriptor)
    finally:
        os.close(descriptor)


def _identity(plan: Plan, seat: Seat) -> tuple[int, int]:
    """The user and group id that the run will have."""
    if not plan.has("uid"):
        return os.geteuid(), os.getegid()
    if seat.uid is None or seat.uid <= 0:
        raise WallError("uid", f"seat {seat.index} has no user id of its own")
    return seat.uid, seat.uid


def _detach() -> None:
    """A session of its own, and the first to go when memory runs out."""
    if os.getsid(0) != os.getpid():
        with contextlib.suppress(PermissionError):
            os.setsid()
    # A machine that refuses this loses nothing that the wall promises.
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _limit(plan: Plan, limits: Limits) -> None:
    processes = limits.processes
    if not (plan.has("uid") or plan.own_user_ns):
        # The kernel counts by user, and that user is the service's: what exists already must not count as the
        # run's.
        processes = _SHARED_ALLOWANCE * limits.processes + _tasks_of(os.getuid())
    wanted = [
        (resource.RLIMIT_CPU, limits.cpu_s, limits.cpu_s + 1),
        (resource.RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files, limits.open_files),
        (resource.RLIMIT_NPROC, processes, processes),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, _LOCKED_MEMORY, _LOCKED_MEMORY),
        (resource.RLIMIT_MSGQUEUE, 0, 0),
        (resource.RLIMIT_RTPRIO, 0, 0),
        (resource.RLIMIT_NICE, 0, 0),
    ]
    if limits.data_bytes is not None:
        wanted.append((resource.RLIMIT_DATA, limits.data_bytes, limits.data_bytes))
    for kind, soft, hard in wanted:
        _, most = resource.getrlimit(kind)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)  # noqa: PLW2901 - an ordinary user can't raise a limit
        resource.setrlimit(kind, (soft, hard))


def _tasks_of(uid: int) -> int:
    """Threads of the user *uid* that exist now, as far as ``/proc`` shows them."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == uid:
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count


def _become(plan: Plan, uid: int, gid: int) -> None:
    """Take the run's identity and give up every privilege, so that there is no way back."""
    namespaces.drop_bounding_capabilities()
    if plan.has("uid"):
        os.setgroups([])
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
        if os.getresuid() != (uid, uid, uid) or os.getresgid() != (gid, gid, gid) or os.getgroups():
            raise WallError("uid", "the user id did not change")
    namespaces.drop_capabilities()
    # Changing the user makes a process undumpable, and its own /proc files root's: Python and torch read
    # those.
    namespaces.prctl(namespaces.PR_SET_DUMPABLE, 1)
    if plan.has("uid"):
        _reach_interpreter(uid)


def _reach_interpreter(uid: int) -> None:
    """An interpreter that the run's user can't read would fail later, at the first import, and confusingly."""
    for folder in landlock.interpreter_folders():
        if not os.access(folder, os.R_OK | os.X_OK):
            raise WallError("uid", f"user {uid} can't read {folder}: a folder on the way is closed to other users")


def _die_with(parent: int) -> None:
    """End when the zygote ends, also if it has ended already."""
    namespaces.prctl(namespaces.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent or (_entered and parent not in {0, *_entered}):
        raise WallError("uid", "the zygote is gone")
