"""Under gVisor, whose kernel has no Landlock and grants fewer layers: what still holds, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.sandbox import landlock
from app.settings import ROOT

RUNSC = shutil.which("runsc")
PLATFORM = ("--platform=ptrace", "--network=none", "--ignore-cgroups")

OTHER_USER = """
import os
for attempt in (lambda: os.setuid(0), lambda: os.kill(os.getppid(), 9)):
    try:
        attempt()
        print("ESCAPED")
    except OSError: pass
"""
SOCKETS = """
import socket
for family in (1, 2, 10, 16, 17):
    try:
        socket.socket(family, 1)
        print("ESCAPED", family)
    except OSError: pass
"""
CALLS = """
import ctypes
libc = ctypes.CDLL(None)
for number in (101, 155, 161, 165, 272, 308, 321, 323, 425):
    if libc.syscall(number, 0, 0, 0, 0, 0) >= 0: print("ESCAPED", number)
"""
HOSTILE = {
    "endless loop": ("while True: pass", {"timeout"}),
    "stubborn": ("import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)", {"timeout"}),
    "flood": ("while True: print('x' * 1000)", {"output"}),
    "crash": ("import ctypes\nctypes.string_at(0)", {"crashed"}),
    "exit": ("import os\nos._exit(3)", {"crashed"}),
    "hog": ("import torch\nkeep = [torch.ones(10**7) for _ in range(1000)]", {"memory", "timeout"}),
    "files": ("import os\nfor n in range(10**5): open(f'f{n}', 'w').close()", {"disk", "timeout"}),
    "orphan": ("import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\n", {"ok"}),
    "other user": (OTHER_USER, {"ok"}),
    "sockets": (SOCKETS, {"ok"}),
    "calls": (CALLS, {"ok"}),
}


def _open_to_others(path: str) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in Path(os.path.realpath(path)).parents)


@pytest.fixture(scope="module")
def gvisor() -> list[str]:
    """The beginning of a command that runs inside gVisor."""
    if RUNSC is None or os.geteuid() != 0:
        pytest.skip("no runsc here (or not root): the gVisor setting is not tested")
    if not _open_to_others(sys.executable):
        pytest.skip(
            "the interpreter lies in a folder that is closed to the runs' users, and gVisor has no mounts to open"
        )
    command = [RUNSC, *PLATFORM, "do", "--force-overlay=true"]
    tried = subprocess.run(
        [*command, sys.executable, "-c", "print(6 * 7)"], check=False, capture_output=True, text=True, timeout=120
    )
    if tried.stdout.strip() != "42":
        pytest.skip(f"runsc does not start here: {(tried.stderr or tried.stdout).strip()[-200:]}")
    return command


def inside(gvisor: list[str], sandbox: str, programs: dict[str, str]) -> dict[str, Any]:
    """What became of *programs* in a service inside gVisor."""
    job = json.dumps({"sandbox": sandbox, "programs": programs})
    done = subprocess.run(
        [*gvisor, sys.executable, "-m", "tests.abuse.in_gvisor", job],
        check=False, capture_output=True, text=True, cwd=ROOT, timeout=500,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    assert lines, (done.stdout + done.stderr)[-3000:]
    found: dict[str, Any] = json.loads(lines[-1].removeprefix("RESULT "))
    return found


def test_edited_code_is_refused_there_with_a_sentence_and_the_notes_own_runs(gvisor: list[str]) -> None:
    found = inside(gvisor, "auto", {"edited": "print(1)"})
    assert {"uid", "no_new_privs", "seccomp"} <= set(found["layers"])
    assert "landlock" not in found["layers"]
    assert not found["complete"]
    assert found["edited"]["status"] == "refused"
    assert "landlock" in found["edited"]["message"]
    assert found["edited"]["neighbour"], "a note's own snippet runs"
    assert landlock.abi() >= 0


def test_hostile_programs_end_rightly_and_leave_nothing(gvisor: list[str]) -> None:
    found = inside(gvisor, "open", {name: code for name, (code, _) in HOSTILE.items()})
    for name, (_, allowed) in HOSTILE.items():
        assert found[name]["status"] in allowed, (name, found[name])
        assert "ESCAPED" not in found[name]["stdout"], (name, found[name])
        assert found[name]["neighbour"], f"the neighbour of {name!r} had another result"
    assert found["left"] == []
