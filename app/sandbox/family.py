"""Ends runs that have neither a user id nor a pid namespace of their own: by descent.

The weakest way to tell whose a process is, and the only one left to an ordinary user where the kernel grants no
namespaces. It works because nobody gets out of the family: each run's first process is a subreaper, so that what its
processes leave behind becomes its child, and when it is gone itself, the child of the zygote, which is one too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Container, Iterator

from app.sandbox import namespaces

KILL_S = 2.0
"""How long to go on killing before saying that it did not work."""
_PR_SET_CHILD_SUBREAPER = 36
_PAUSE_S = 0.002


def adopt_orphans(*, required: bool = True) -> None:
    """Make this process the parent of whatever its descendants leave behind.

    Raises :class:`OSError` where the kernel can't (gVisor), if it is *required*: nothing else tells whose they are.
    """
    try:
        namespaces.prctl(_PR_SET_CHILD_SUBREAPER, 1)
    except OSError:
        if required:
            raise


def end_strays(known: Container[int]) -> bool:
    """Kill every child of this process that is not in *known*, and all their descendants. Returns whether none lives.

    They are stopped first, all of them, so that none forks while others are being killed.
    """
    deadline = time.monotonic() + KILL_S
    while True:
        stopped: set[int] = set()
        # What passes itself on from process to process, faster than /proc can be read, is caught as our own child.
        for pid in _own_children(known):
            _signal(pid, signal.SIGSTOP)
        while fresh := set(_strays(known)) - stopped:
            for pid in fresh:
                _signal(pid, signal.SIGSTOP)
            stopped |= fresh
            if time.monotonic() > deadline:
                break
        for pid in stopped:
            _signal(pid, signal.SIGKILL)
        for pid in stopped:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not stopped:
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_S)


def _own_children(known: Container[int]) -> list[int]:
    """Children of this process that are not in *known*, in one short read; none where the kernel keeps no such list."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split() if int(pid) not in known]
    except OSError:
        return []


def _strays(known: Container[int]) -> Iterator[int]:
    children: dict[int, list[int]] = {}
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
    todo = [pid for pid in children.get(os.getpid(), []) if pid not in known]
    while todo:
        pid = todo.pop()
        yield pid
        todo.extend(children.get(pid, []))


def _parents() -> Iterator[tuple[int, int]]:
    """Every process and its parent; those that are dead and waited for by nobody but us are among them."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The second field is a name in parentheses, which the process chooses.
                yield int(name), int(file.read().rpartition(")")[2].split()[1])


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)
