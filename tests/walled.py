# ruff: noqa: PTH123
"""Runs a few lines of Python behind the real wall, without torch, and says what they saw.

``python -m tests.walled`` plays zygote, warden and child in one throwaway process tree: it probes, enters,
makes a pid namespace where there is one, forks and confines. :func:`behind` is how a test calls it.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.sandbox import first, jail, landlock, mounts, namespaces

ROOT = Path(__file__).resolve().parent.parent
UID_BASE = 61900
DOCKER = ("mount_ns", "pid_ns", "net_ns", "ipc_ns", "user_ns")
"""What plain Docker does not let anybody have."""
MODES: dict[str, tuple[str, ...]] = {"all": (), "docker": DOCKER, "user": (), "bare user": DOCKER}
"""Root with everything, root in plain Docker, an ordinary user, and one who is allowed no namespaces."""
ORDINARY_USER = 61899
LIMITS: dict[str, Any] = {
    "cpu_s": 20,
    "data_bytes": None,
    "file_bytes": 1 << 20,
    "disk_bytes": 2 << 20,
    "disk_files": 100,
    "processes": 40,
    "open_files": 256,
}


def behind(mode: str, code: str, **limits: Any) -> dict[str, Any]:
    """Run *code* behind the wall of *mode*. Returns ``plan``, ``status`` and what it put into ``report``.

    The code sees ``report`` (a dict), ``attempt`` (the errno's name, or ``done``), ``outside`` (a folder it
    has no business in) and ``outsider`` (the id of a process outside).
    """
    ordinary = mode.endswith("user") and os.geteuid() == 0
    request = {"disabled": MODES[mode], "ordinary": ordinary, "code": code, "limits": {**LIMITS, **limits}}
    done = subprocess.run(
        [sys.executable, "-m", "tests.walled", json.dumps(request)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    if "skip" in answer:
        pytest.skip(answer["skip"])
    assert "failure" not in answer, answer["failure"]
    return answer


def attempt(action: Callable[[], object]) -> str:
    """``done``, or the name of the error number that *action* met."""
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def open_interpreter_to_all() -> None:
    """Where the interpreter lies in a closed folder (``/root``), show it to every user, as an image would."""
    needed = [*landlock.interpreter_folders(), *landlock.executables()]
    closed = mounts.closed_folders(needed)
    if os.geteuid() != 0 or not closed:
        return
    try:
        namespaces.unshare(namespaces.CLONE_NEWNS)
    except PermissionError:
        sys.stdout.write(json.dumps({"skip": f"{closed[0]} is closed to other users and can't be opened here"}))
        sys.exit()
    namespaces.mount(None, "/", None, namespaces.MS_REC | namespaces.MS_PRIVATE)
    kept = mounts.Kept(needed, closed)
    for folder in closed:
        namespaces.mount("cover", folder, "tmpfs", 0, "size=1m,mode=0755")
    kept.restore()


def _main(request: dict[str, Any]) -> None:
    disabled = frozenset(request["disabled"])
    if "mount_ns" in disabled or request["ordinary"]:
        open_interpreter_to_all()
    if request["ordinary"]:
        os.setgroups([])
        os.setresgid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
        os.setresuid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
        namespaces.prctl(namespaces.PR_SET_DUMPABLE, 1)
    with tempfile.TemporaryDirectory(prefix="walled-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        plan = jail.probe(uid_base=UID_BASE, disabled=disabled)
        seat = _seat(plan, folder)
        outside = folder / "outside"
        outside.mkdir(0o777)
        outside.chmod(0o777)
        (outside / "secret").write_text("secret")
        jail.enter(plan)
        namespace = first.start(plan) if plan.has("pid_ns") else None
        read, write = os.pipe()
        pid = namespaces.fork_into(namespace)
        if pid == 0:
            os.close(read)
            _child(plan, seat, request, outside, write)
        os.close(write)
        with open(read, "rb") as file:
            text = file.read()
        _, status = os.waitpid(pid, 0)
        if namespace is not None:
            os.kill(namespace, signal.SIGKILL)
            os.waitpid(namespace, 0)
        report = json.loads(text) if text else {}
        layers = {layer.name: layer.in_force for layer in plan.layers}
        answer = {
            "plan": layers,
            "complete": plan.complete,
            "status": os.waitstatus_to_exitcode(status),
            **report,
        }
        sys.stdout.write(json.dumps(answer))


def _seat(plan: jail.Plan, folder: Path) -> jail.Seat:
    workdir = folder / "seat"
    workdir.mkdir(0o700)
    uid = UID_BASE if plan.has("uid") else None
    if uid is not None:
        os.chown(workdir, uid, uid)
    return jail.Seat(0, uid, str(workdir))


def _child(plan: jail.Plan, seat: jail.Seat, request: dict[str, Any], outside: Path, write: int) -> None:
    report: dict[str, Any] = {}
    outsider = os.getppid() or 1
    try:
        os.environ.update(PWD=seat.workdir, HOME=seat.workdir, TMPDIR=seat.workdir)
        tempfile.tempdir = None
        jail.confine(plan, seat, jail.Limits(**request["limits"]))
        names = {
            "report": report,
            "attempt": attempt,
            "outside": str(outside),
            "outsider": outsider,
            "os": os,
            "sys": sys,
        }
        exec(compile(request["code"], "main.py", "exec"), names)  # noqa: S102 - the test's own code
    except BaseException as error:  # noqa: BLE001 - the test shows it
        report["failure"] = f"{type(error).__name__}: {error}"
    finally:
        os.write(write, json.dumps(report).encode())
        os._exit(0)


if __name__ == "__main__":
    _main(json.loads(sys.argv[1]))
