"""Finds out which layers this machine offers, by building the wall around a process that is thrown away.

The wall is put up with everything, and checked from inside; the layer that fails is left out, with the
kernel's reason, and the next process tries the rest. So what a plan says has been seen to work, in exactly
that combination.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import tempfile
from typing import NoReturn

from app.sandbox import first, landlock, namespaces, wall
from app.sandbox.layers import LAYER_NAMES, OPTION_NAMES, Layer, Limits, Plan, Seat, WallError, building, witnesses

_PATIENCE_S = 5
_LIMITS = Limits(
    cpu_s=10,
    data_bytes=None,
    file_bytes=1 << 20,
    disk_bytes=1 << 20,
    disk_files=64,
    processes=64,
    open_files=256,
)
_PR_GET_NO_NEW_PRIVS = 39
_NAMESPACE_FILES = {"user_ns": "user", "pid_ns": "pid", "mount_ns": "mnt", "net_ns": "net", "ipc_ns": "ipc"}


def probe(*, uid_base: int, disabled: frozenset[str] = frozenset()) -> Plan:
    """The strongest plan that works here, without the layers in *disabled*.

    Call it from a process with one thread.
    """
    unknown = disabled - {*LAYER_NAMES, *OPTION_NAMES}
    if unknown:
        raise ValueError(f"no such layer: {', '.join(sorted(unknown))}")
    missing = dict.fromkeys(disabled, "switched off")
    if os.geteuid() != 0:
        missing.setdefault("uid", "only root may give each run a user id of its own")
    while True:
        plan = _plan(missing, uid_base)
        failure = _rehearse(plan, uid_base)
        if failure is None:
            return plan
        layer, reason = failure
        if layer in missing or layer not in {*LAYER_NAMES, *OPTION_NAMES}:
            raise WallError(layer, reason)
        missing[layer] = reason


def _plan(missing: dict[str, str], uid_base: int) -> Plan:
    missing = dict(missing)
    if "uid" not in missing:
        missing.setdefault("user_ns", "not needed: each run has a user id of its own")
    if "mount_ns" in missing or "pid_ns" in missing:
        missing["fresh_proc"] = "needs both namespaces"
    if "mount_ns" in missing:
        missing["read_only_tree"] = "needs a mount namespace"
    if "user_ns" in missing:
        missing["own_user_ns"] = "needs user namespaces"
    texts = _texts(missing, uid_base)
    layers = tuple(Layer(name, name not in missing, missing.get(name, texts[name])) for name in LAYER_NAMES)
    return Plan(layers, uid_base, **{name: name not in missing for name in OPTION_NAMES})


def _texts(missing: dict[str, str], uid_base: int) -> dict[str, str]:
    version = landlock.abi()
    _, net, scopes = landlock.handled(version)
    extras = [text for text, there in (("TCP", net), ("signals and abstract sockets outward", scopes)) if there]
    view = "own" if "fresh_proc" not in missing else "the machine's"
    rest = "everything else is read-only" if "read_only_tree" not in missing else "the rest is as it was"
    return {
        "uid": f"each run has a user id of its own, from {uid_base} on",
        "no_new_privs": "no program gains privileges by being executed",
        "rlimits": "processor time, data, files, descriptors and processes are bounded",
        "landlock": f"ABI {version}: only Python's files can be opened{''.join(f'; no {text}' for text in extras)}",
        "seccomp": "an allow-list of system calls: no sockets, no tracing, no namespaces, no mounts",
        "user_ns": "privileges of the zygote count inside its own user namespace only",
        "pid_ns": f"each run sees and signals its own processes only ({view} /proc)",
        "mount_ns": f"each run writes to a small filesystem of its own; {rest}",
        "net_ns": "there is no network, not even loopback",
        "ipc_ns": "System V and POSIX queues and memory are apart from the machine's",
    }


def _rehearse(plan: Plan, uid_base: int) -> tuple[str, str] | None:
    """Build *plan* around a process. Returns the first layer that failed, and why."""
    folder = tempfile.mkdtemp(prefix="fieldnotes-rehearsal-", dir=_scratch())
    try:
        os.chmod(folder, 0o711)  # noqa: S103 - the run's user must get through to its own folder
        workdir = f"{folder}/seat"
        os.mkdir(workdir, 0o700)
        uid = uid_base if plan.has("uid") else None
        if uid is not None:
            try:
                os.chown(workdir, uid, uid)
            except OSError as error:
                return "uid", f"a folder can't be given to another user ({error.strerror})"
        return _in_child(plan, Seat(0, uid, workdir))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _scratch() -> str:
    """A folder to rehearse in; where the root is read-only, shared memory is not."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        return "/dev/shm"


def _in_child(plan: Plan, seat: Seat) -> tuple[str, str] | None:
    read, write = os.pipe2(os.O_CLOEXEC)
    pid = os.fork()
    if pid == 0:
        os.close(read)
        _outer(plan, seat, write)
    os.close(write)
    said = b""
    try:
        while select.select([read], [], [], _PATIENCE_S)[0] and (data := os.read(read, 4096)):
            said += data
    finally:
        os.close(read)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return _verdict(said.decode("ascii").splitlines())


def _verdict(lines: list[str]) -> tuple[str, str] | None:
    """What a rehearsal said: the layers it began, one a line, and then the failure, or null."""
    last = json.loads(lines[-1]) if lines else ""
    if isinstance(last, str):
        return last, "the process that put it up died or hung"
    return (last[0], last[1]) if last else None


def _outer(plan: Plan, seat: Seat, write: int) -> NoReturn:
    """What the zygote and the warden would do."""
    witnesses[:] = [lambda layer: _say(write, layer)]
    namespace = None
    try:
        before = _namespace_ids()
        wall.enter(plan)
        if plan.has("pid_ns"):
            with building("pid_ns"):
                namespace = first.start(plan)
                pid = namespaces.fork_into(namespace)
        else:
            pid = os.fork()
        if pid == 0:
            _inner(plan, seat, before, write)
        os.close(write)
        os.waitpid(pid, 0)
    except WallError as error:
        _say(write, [error.layer, error.reason])
    finally:
        # The namespace's first process goes with us.
        os._exit(0)


def _inner(plan: Plan, seat: Seat, before: dict[str, int], write: int) -> NoReturn:
    """What a child would do, and then a look around."""
    try:
        wall.confine(plan, seat, _LIMITS)
        _look(plan, seat, before)
        _say(write, None)
    except WallError as error:
        _say(write, [error.layer, error.reason])
    except BaseException as error:  # noqa: BLE001 - reported like any other failure
        _say(write, ["", f"{type(error).__name__}: {error}"])
    finally:
        os._exit(0)


def _say(write: int, what: str | list[str] | None) -> None:
    os.write(write, json.dumps(what).encode("ascii") + b"\n")


def _namespace_ids() -> dict[str, int]:
    """The inode number of each namespace that this process is in; 0 where the kernel doesn't show it."""
    found = dict.fromkeys(_NAMESPACE_FILES, 0)
    for name, file in _NAMESPACE_FILES.items():
        with contextlib.suppress(OSError):
            found[name] = os.stat(f"/proc/self/ns/{file}").st_ino
    return found


def _look(plan: Plan, seat: Seat, before: dict[str, int]) -> None:
    """Check from inside that each layer has the effect that it stands for."""
    effects = {
        "uid": seat.uid is not None and os.getresuid() == (seat.uid,) * 3 and _refused(lambda: os.setuid(0)),
        "no_new_privs": namespaces.prctl(_PR_GET_NO_NEW_PRIVS) == 1,
        "landlock": _refused(lambda: os.listdir("/")),
        "seccomp": _refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()),
    }
    after = _namespace_ids()
    effects |= {name: after[name] != inode for name, inode in before.items()}
    for name, seen in effects.items():
        if plan.has(name) and not seen:
            raise WallError(name, "accepted by the kernel, and without effect")


def _refused(attempt: object) -> bool:
    with contextlib.suppress(OSError):
        attempt()  # type: ignore[operator]
        return False
    return True
