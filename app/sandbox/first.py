"""The first process of a run's pid namespace. It reaps orphans and waits; killing it kills all the others."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from app.sandbox import namespaces, seccomp, syscalls
from app.sandbox.layers import Plan


def start(plan: Plan) -> int:
    """Make a pid namespace. Returns the id, as this process sees it, of the namespace's first process.

    That process is our child and dies with us. It is ready, and without any privilege, when this returns.
    """
    ready, tell = os.pipe2(os.O_CLOEXEC)
    try:
        pid = namespaces.fork_with(namespaces.CLONE_NEWPID)
        if pid == 0:
            _live(plan, tell)
        os.close(tell)
        tell = -1
        if not os.read(ready, 1):
            os.waitpid(pid, 0)
            raise OSError("the first process of a pid namespace did not start")
    finally:
        os.close(ready)
        if tell >= 0:
            os.close(tell)
    return pid


def _live(plan: Plan, tell: int) -> NoReturn:
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        # Ignored on purpose: the kernel then reaps every child, also one that is handed to us later.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        signal.set_wakeup_fd(-1)
        os.setsid()
        namespaces.prctl(namespaces.PR_SET_PDEATHSIG, signal.SIGKILL)
        os.dup2(tell, 0)
        os.closerange(1, os.sysconf("SC_OPEN_MAX"))
        namespaces.drop_bounding_capabilities()
        namespaces.drop_capabilities()
        if plan.has("seccomp"):
            namespaces.prctl(namespaces.PR_SET_NO_NEW_PRIVS, 1)
            seccomp.install(seccomp.build_idle(syscalls.machine()))
        # After PDEATHSIG: had our parent died before it, this write would fail.
        os.write(0, b".")
        os.close(0)
        while True:
            signal.pause()
    finally:
        os._exit(1)
