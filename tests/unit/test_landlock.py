from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.sandbox import landlock
from tests.walled import ROOT

needs_landlock = pytest.mark.skipif(landlock.abi() == 0, reason="this kernel has no Landlock")


def restricted(code: str, folder: Path) -> dict[str, Any]:
    """Run *code* in a process that may write to *folder* and otherwise read what Python needs."""
    prelude = f"""
import json, os, socket, sys
from app.sandbox import landlock, namespaces
from tests.walled import attempt
report = {{}}
folder = {str(folder)!r}
namespaces.prctl(namespaces.PR_SET_NO_NEW_PRIVS, 1)
report["abi"] = landlock.restrict(landlock.rules_for([folder]))
"""
    done = subprocess.run(
        [sys.executable, "-c", prelude + code + "\nprint(json.dumps(report))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.parametrize(
    ("version", "files", "net", "scopes"),
    [(1, 13, 0, 0), (2, 14, 0, 0), (3, 15, 0, 0), (4, 15, 3, 0), (5, 16, 3, 0), (6, 16, 3, 3), (7, 16, 3, 3)],
)
def test_each_version_takes_away_what_it_knows(version: int, files: int, net: int, scopes: int) -> None:
    assert landlock.handled(version) == ((1 << files) - 1, net, scopes)


def test_rules_name_the_interpreter_and_never_the_project() -> None:
    folders = landlock.interpreter_folders()
    assert str(Path(os.__file__).parent) in folders or sys.base_prefix in folders
    assert str(ROOT / "app" / "sandbox") in folders
    rules = landlock.rules_for(["/somewhere"])
    paths = {rule.path for rule in rules}
    for closed in ("/", "/usr", "/etc", "/root", "/home", str(ROOT), str(ROOT / "app")):
        assert closed not in paths
    assert {rule.path for rule in rules if rule.rights & landlock.WRITE_FILE and rule.path[:5] != "/dev/"} == {
        "/somewhere"
    }
    assert {rule.path for rule in rules if rule.rights & landlock.EXECUTE} == set(landlock.executables())


def test_a_prefix_shared_with_the_system_is_taken_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    landlock.interpreter_folders.cache_clear()
    try:
        for name in ("prefix", "base_prefix", "exec_prefix", "base_exec_prefix"):
            monkeypatch.setattr(sys, name, "/usr")
        assert "/usr" not in landlock.interpreter_folders()
    finally:
        landlock.interpreter_folders.cache_clear()


@needs_landlock
def test_only_the_folder_can_be_written(tmp_path: Path) -> None:
    inside, other = tmp_path / "inside", tmp_path / "other"
    inside.mkdir()
    other.mkdir()
    (other / "file").write_text("x")
    seen = restricted(
        f"""
other = {str(other)!r}
report["inside"] = attempt(lambda: open(folder + "/file", "w").close())
report["outside"] = [
    attempt(lambda: open(other + "/file").close()),
    attempt(lambda: open(other + "/new", "w").close()),
    attempt(lambda: os.mkdir(other + "/new")),
    attempt(lambda: os.unlink(other + "/file")),
    attempt(lambda: os.listdir(other)),
    attempt(lambda: os.execv("/bin/sh", ["sh"])),
]
report["moves"] = [
    attempt(lambda: os.rename(folder + "/file", other + "/file")),
    attempt(lambda: os.link(other + "/file", folder + "/link")),
]
if report["abi"] >= 3:
    report["outside"].append(attempt(lambda: os.truncate(other + "/file", 0)))
report["special"] = [
    attempt(lambda: os.mkfifo(folder + "/pipe")),
    attempt(lambda: os.symlink("/", folder + "/link")),
    attempt(lambda: socket.socket(socket.AF_UNIX).bind(folder + "/socket")),
]
""",
        inside,
    )
    assert seen["inside"] == "done"
    assert set(seen["outside"]) == {"EACCES"}
    assert set(seen["moves"]) <= {"EACCES", "EXDEV"}
    assert seen["special"] == ["done", "done", "EACCES"]
    assert (other / "file").read_text() == "x"


@needs_landlock
@pytest.mark.skipif(landlock.abi() < 4, reason="this kernel's Landlock does not know the network")
def test_no_tcp(tmp_path: Path) -> None:
    seen = restricted(
        """
report["bind"] = attempt(lambda: socket.socket().bind(("127.0.0.1", 0)))
report["connect"] = attempt(lambda: socket.socket().connect(("127.0.0.1", 9)))
""",
        tmp_path,
    )
    assert (seen["bind"], seen["connect"]) == ("EACCES", "EACCES")


@needs_landlock
@pytest.mark.skipif(landlock.abi() < 6, reason="this kernel's Landlock does not know scopes")
def test_no_signals_and_abstract_sockets_outward(tmp_path: Path) -> None:
    seen = restricted(
        """
report["parent"] = attempt(lambda: os.kill(os.getppid(), 0))
report["self"] = attempt(lambda: os.kill(os.getpid(), 0))
""",
        tmp_path,
    )
    assert (seen["parent"], seen["self"]) == ("EPERM", "done")
