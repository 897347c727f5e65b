from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.runs import families
from app.runs.families import Families, held_now
from app.runs.watch import filled, folder_usage, owned_by
from app.sandbox import measure

MIB = 1024 * 1024
UID = 65_000 + os.getpid() % 500
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root may change user ids")

PARENT = """
import os, sys, time
x = b"x" * (64 * 2**20)
if (pid := os.fork()) == 0:
    y = b"y" * (32 * 2**20)
    if os.fork():
        os._exit(0)
    end = time.process_time() + 0.1
    while time.process_time() < end: pass
    print("ready", os.getpid(), flush=True)
    time.sleep(60)
os.waitpid(pid, 0)
time.sleep(60)
"""


@pytest.fixture
def family() -> Iterator[tuple[subprocess.Popen[str], int]]:
    become = f"import os; os.setresuid({UID}, {UID}, {UID})\n" if os.geteuid() == 0 else ""
    code = [sys.executable, "-S", "-c", become + PARENT]
    with subprocess.Popen(code, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        orphan = int(parent.stdout.readline().split()[1])
        try:
            yield parent, orphan
        finally:
            os.kill(orphan, signal.SIGKILL)
            parent.kill()


def child(**fields: Any) -> Any:
    return SimpleNamespace(seat=0, namespace=None, **fields)


@root_only
def test_a_family_is_all_of_its_user_orphans_too(family: tuple[subprocess.Popen[str], int]) -> None:
    parent, orphan = family
    families = Families()
    for _ in range(2):
        found = {member.pid: member for member in families.of([child(uid=UID, pid=parent.pid)])[0]}
        assert set(found) == {parent.pid, orphan}
    assert found[orphan].anonymous > 90 * MIB
    assert found[orphan].faulted > 0
    assert found[orphan].cpu_ms >= 90
    assert found[orphan].born >= found[parent.pid].born
    assert held_now(parent.pid) == pytest.approx(found[parent.pid].memory, abs=MIB)


def test_without_a_user_of_its_own_it_is_the_descendants(family: tuple[subprocess.Popen[str], int]) -> None:
    parent, orphan = family
    found = Families().of([child(uid=None, pid=parent.pid)])[0]
    assert [member.pid for member in found] == [parent.pid]
    handed_to = int(Path(f"/proc/{orphan}/stat").read_text().rpartition(")")[2].split()[1])
    both = SimpleNamespace(seat=0, namespace=handed_to, uid=None, pid=parent.pid)
    assert orphan in {member.pid for member in Families().of([both])[0]}  # type: ignore[list-item]


def test_a_process_that_begins_later_is_found(family: tuple[subprocess.Popen[str], int]) -> None:
    parent, _ = family
    families = Families()
    families.of([child(uid=os.getuid(), pid=parent.pid)])
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as late:
        found = families.of([child(uid=os.getuid(), pid=os.getpid())])[0]
        assert late.pid in {member.pid for member in found}
        assert late.stdin is not None
        late.stdin.close()


@root_only
def test_a_process_that_takes_the_runs_user_late_is_not_missed() -> None:
    families = Families()
    code = f"import os; input(); os.setresuid({UID + 1}, {UID + 1}, {UID + 1}); print('now', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-S", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        run = child(uid=UID + 1, pid=first.pid)
        assert families.of([child(uid=UID + 1, pid=0)])[0] == []
        first.stdin.write("\n")
        first.stdin.flush()
        first.stdout.readline()
        assert [member.pid for member in families.of([run])[0]] == [first.pid]
        first.stdin.close()


def test_shared_pages_are_counted_once(family: tuple[subprocess.Popen[str], int]) -> None:
    parent, orphan = family
    held = measure.held([parent.pid, orphan], memory=True, stop_at=0)
    assert held.ok
    assert 90 * MIB < held.anonymous < 125 * MIB
    assert measure.held([parent.pid, 2**22 + 1], memory=True, stop_at=0).ok, "who has ended holds nothing"


def test_files_without_a_name_are_found(tmp_path: Path) -> None:
    code = (
        "import mmap, os, sys\n"
        "def nameless(folder, name):\n"
        "    file = open(f'{folder}/{name}', 'w+b')\n"
        "    os.unlink(f'{folder}/{name}')\n"
        "    file.write(b'x' * 2**20)\n"
        "    file.flush()\n"
        "    return file\n"
        "here, shm = nameless(sys.argv[1], 'a'), nameless('/dev/shm', f'test-{os.getpid()}')\n"
        "closed = nameless(sys.argv[1], 'b')\n"
        "kept = mmap.mmap(closed.fileno(), 2**20)\n"
        "closed.close()\n"
        "shared = mmap.mmap(-1, 2**22)\n"
        "print('ready', flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-S", "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.readline()
        held = measure.held([process.pid], memory=False, stop_at=2**30)
        assert held.nameless_shared == MIB
        assert held.nameless >= (2 * MIB if tmp_path.stat().st_dev != Path("/dev/shm").stat().st_dev else 0)
        assert held.anonymous == 0
        process.stdin.close()


def test_what_a_user_has_in_a_folder_of_everybody(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 8192)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").write_bytes(b"x" * 8192)
    (tmp_path / "link").symlink_to("/usr")
    size, count = owned_by(os.getuid(), str(tmp_path))
    assert 16384 <= size < 65536
    assert count == 4, "links are not followed"
    assert owned_by(None, str(tmp_path)) == owned_by(61234, str(tmp_path)) == (0, 0)
    assert folder_usage(tmp_path, 2)[1] == 2
    assert filled("/dev/shm") >= 0
    assert filled(str(tmp_path / "none")) == 0


def test_where_the_kernel_tells_no_kinds_of_memory_apart_all_of_it_counts() -> None:
    assert families._anonymous({"VmRSS": 900, "RssAnon": 500}) == 500
    assert families._anonymous({"VmRSS": 900}) == 900
    assert families._anonymous({}) == 0


def test_without_the_kernels_division_a_process_is_charged_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = builtins.open

    def without_rollup(path: object, *arguments: Any, **keywords: Any) -> Any:
        if str(path).endswith("smaps_rollup"):
            raise FileNotFoundError(path)
        return opened(path, *arguments, **keywords)  # type: ignore[call-overload]

    monkeypatch.setattr(builtins, "open", without_rollup)
    held = measure.held([os.getpid(), 2**22 - 1], memory=True, stop_at=0)
    assert held.ok
    assert held.anonymous >= 1024 * families._status(str(os.getpid()))[1]["RssAnon"] // 2
