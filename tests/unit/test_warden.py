# ruff: noqa: PTH102, PTH116
from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.sandbox import sweep
from app.sandbox.protocol import FrameReader, encode_frame
from tests.walled import DOCKER, ROOT

# The kernel counts a user's processes, zombies too, across containers: users of this test run alone.
UID = 62000 + os.getpid() % 1500 * 2
BOMB_UID = UID + 1
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root may change user ids")

SERVE = """
import os, socket, sys
from app.sandbox import jail, warden
plan = jail.probe(uid_base=61900, disabled=frozenset(sys.argv[2:]))
jail.enter(plan)
sock = socket.socket(fileno=int(sys.argv[1]))
sock.sendall(warden.encode_frame({"kind": "plan", "pid_ns": plan.has("pid_ns")}))
warden.serve(plan, sock)
"""


class Link:
    """A warden in a process of its own, and our end of its socket."""

    def __init__(self, *disabled: str) -> None:
        self.sock, far = socket.socketpair()
        self.sock.settimeout(20)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(far.fileno()), *disabled], cwd=ROOT, pass_fds=(far.fileno(),)
        )
        far.close()
        self._reader = FrameReader()
        self._waiting: list[dict[str, Any]] = []
        self.plan = self.receive()

    def send(self, **request: Any) -> None:
        self.sock.sendall(encode_frame(request))

    def receive(self) -> dict[str, Any]:
        while not self._waiting:
            data = self.sock.recv(65536)
            assert data, "the warden is gone"
            self._waiting += self._reader.feed(data)
        return self._waiting.pop(0)

    def ask(self, **request: Any) -> dict[str, Any]:
        self.send(**request)
        return self.receive()

    def close(self) -> None:
        self.sock.close()
        self.process.wait(10)


@pytest.fixture
def link() -> Iterator[Link]:
    opened = Link()
    yield opened
    opened.close()


@pytest.fixture
def bare() -> Iterator[Link]:
    opened = Link(*DOCKER)
    yield opened
    opened.close()


def as_stranger(code: str, workdir: Path, uid: int = UID) -> subprocess.Popen[bytes]:
    """Start *code* as the run's user, in *workdir*; returns when it has said that it is ready."""
    workdir.chmod(0o700)
    os.chown(workdir, uid, uid)
    # Modules first: the interpreter may lie where that user can't read.
    modules = "import os, resource, signal, socket, time\n"
    launch = f"{modules}os.setgid({uid}); os.setuid({uid})\nleader = os.getpid()\n{code}\n"
    launch += "time.sleep(0.1)\nif os.getpid() == leader:\n    print('ready', flush=True)\ntime.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", launch], cwd=workdir, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.stdout.close()
    return process


@pytest.fixture
def seat(tmp_path: Path) -> Path:
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o711)
    workdir = tmp_path / "seat"
    workdir.mkdir()
    return workdir


def test_a_namespace_has_a_first_process_without_privileges(link: Link) -> None:
    if not link.plan["pid_ns"]:
        pytest.skip("no pid namespaces here")
    answer = link.ask(kind="namespace", id=7)
    assert (answer["kind"], answer["id"]) == ("namespace", 7)
    pid = answer["pid"]
    assert os.stat(f"/proc/{pid}/ns/pid").st_ino != os.stat("/proc/self/ns/pid").st_ino
    status = Path(f"/proc/{pid}/status").read_text()
    assert "CapEff:\t0000000000000000" in status
    assert "Seccomp:\t2" in status
    assert status.split("NSpid:")[1].splitlines()[0].split()[-1] == "1"


def test_orphans_in_a_namespace_are_reaped(link: Link) -> None:
    if not link.plan["pid_ns"] or os.geteuid() != 0:
        pytest.skip("no pid namespaces here")
    pid = link.ask(kind="namespace", id=1)["pid"]
    code = f"""
import os, time
from app.sandbox import namespaces
child = namespaces.fork_into({pid})
if child == 0:
    read, write = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(0.05)  # an orphan by now; its number outside is what this /proc shows
            os.write(write, os.readlink("/proc/self").encode())
            os._exit(0)
        os._exit(0)
    os.wait()
    orphan = os.read(read, 20).decode()
    end = time.monotonic() + 5
    while os.path.exists("/proc/" + orphan) and time.monotonic() < end:
        time.sleep(0.01)
    print(os.getpid(), os.path.exists("/proc/" + orphan), flush=True)
    os._exit(0)
os.waitpid(child, 0)
plain = os.fork()
if plain == 0:
    print(os.readlink("/proc/self") == str(os.getpid()), flush=True)
    os._exit(0)
os.waitpid(plain, 0)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["2 False", "True"]


def test_ending_the_socket_ends_the_warden_and_its_namespaces() -> None:
    link = Link()
    pids = [link.ask(kind="namespace", id=n)["pid"] for n in range(3)] if link.plan["pid_ns"] else []
    link.close()
    assert link.process.returncode == 0
    end = time.monotonic() + 3
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < end:
        time.sleep(0.01)
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def test_a_killed_warden_takes_its_namespaces_along(link: Link) -> None:
    if not link.plan["pid_ns"]:
        pytest.skip("no pid namespaces here")
    pid = link.ask(kind="namespace", id=1)["pid"]
    link.process.kill()
    link.process.wait()
    end = time.monotonic() + 3
    while Path(f"/proc/{pid}").exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert not Path(f"/proc/{pid}").exists()


@root_only
def test_a_sweep_kills_every_process_of_the_user_and_nobody_else(bare: Link, seat: Path) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    code = """
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            break
        os._exit(0)
"""
    process = as_stranger(code, seat)
    answer = bare.ask(kind="sweep", id=3, uid=UID, pid=None, workdir=str(seat))
    assert (answer["kind"], answer["id"], answer["ok"]) == ("swept", 3, True)
    assert answer["killed"] >= 6  # the leader and five that outlived their parents
    assert sweep.processes_of((UID,)) == {}
    assert process.wait() == -signal.SIGKILL
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


@root_only
def test_a_sweep_outruns_a_fork_bomb(bare: Link, seat: Path) -> None:
    code = """
resource.setrlimit(resource.RLIMIT_NPROC, (40, 40))
def bomb():
    while True:
        try:
            if os.fork() == 0:
                continue
        except OSError:
            pass
if os.fork() == 0:
    bomb()
"""
    process = as_stranger(code, seat, BOMB_UID)
    answer = bare.ask(kind="sweep", id=1, uid=BOMB_UID, pid=None, workdir=str(seat))
    process.wait()
    assert answer["ok"]
    assert sweep.processes_of((BOMB_UID,)) == {}


def test_a_sweep_kills_a_namespace(link: Link, tmp_path: Path) -> None:
    if not link.plan["pid_ns"] or os.geteuid() != 0:
        pytest.skip("no pid namespaces here")
    pid = link.ask(kind="namespace", id=1)["pid"]
    code = f"""
import os, time
from app.sandbox import namespaces
child = namespaces.fork_into({pid})
if child == 0:
    os.fork()
    os.setsid() if os.getpid() != 2 else None
    time.sleep(60)
print(child, flush=True)
print(os.waitpid(child, 0)[1], flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    answer = link.ask(kind="sweep", id=9, uid=None, pid=pid, workdir=str(tmp_path))
    assert answer["ok"]
    assert process.stdout.readline() == b"9\n"
    process.wait()
    process.stdout.close()


TANGLE = r"""
os.umask(0)
deep = os.getcwd()
for _ in range(1200):
    os.mkdir("d")
    os.chdir("d")
open("bottom", "w").close()
os.chdir(deep)
open(b"\xff\xfe\x80", "w").close()
os.mkdir(b"\xff-folder")
open(b"\xff-folder/\xfe", "w").close()
os.symlink(OUTSIDE, "link")
os.mkdir("folder")
os.symlink(OUTSIDE, "folder/link")
os.symlink("nowhere", "dangling")
os.mkfifo("pipe")
for number in range(1500):
    open(f"many-{number}", "w").close()
os.mkdir("closed")
os.mkdir("closed/inner")
open("closed/inner/file", "w").close()
open("closed/file", "w").close()
os.mkdir(".swept-1")
open(".swept-2", "w").close()
os.chmod("closed/inner", 0)
os.chmod("closed", 0)
os.chmod(".", 0)
"""


@root_only
def test_a_sweep_empties_the_folder_whatever_is_in_it(bare: Link, seat: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    outside.chmod(0o777)
    shared = [Path(folder, "walled-test") for folder in sweep.SHARED_FOLDERS]
    leave = "".join(
        f"\nos.makedirs({str(path / 'a')!r}, exist_ok=True); open({str(path / 'a' / 'f')!r}, 'w').close()"
        for path in shared
    )
    process = as_stranger(TANGLE.replace("OUTSIDE", repr(str(outside))) + leave, seat)
    answer = bare.ask(kind="sweep", id=1, uid=UID, pid=None, workdir=str(seat))
    process.wait()
    assert answer["ok"], answer
    assert answer["removed"] > 2700
    assert seat.is_dir()
    seat.chmod(0o700)
    assert os.listdir(seat) == []
    assert (outside / "kept").read_text() == "kept"
    assert [path for path in shared if path.exists()] == []


def test_a_folder_is_emptied_without_another_user(link: Link, seat: Path) -> None:
    (seat / "folder" / "inner").mkdir(parents=True)
    (seat / "folder" / "inner" / "file").write_text("x")
    answer = link.ask(kind="sweep", id=1, uid=None, pid=None, workdir=str(seat))
    assert answer == {"kind": "swept", "id": 1, "killed": 0, "removed": 3, "ok": True}
    assert os.listdir(seat) == []


def test_a_slow_sweep_delays_no_other(link: Link, tmp_path: Path) -> None:
    slow, quick = tmp_path / "slow", tmp_path / "quick"
    slow.mkdir()
    quick.mkdir()
    for number in range(5000):
        os.mkdir(slow / str(number))
    link.send(kind="sweep", id=1, uid=None, pid=None, workdir=str(slow))
    assert [
        link.ask(kind="sweep", id=2, uid=None, pid=None, workdir=str(quick))["id"],
        link.receive()["id"],
    ] == [2, 1]


def test_a_missing_folder_is_an_empty_one(link: Link, tmp_path: Path) -> None:
    assert link.ask(kind="sweep", id=1, uid=None, pid=None, workdir=str(tmp_path / "none"))["ok"]


def test_a_link_in_place_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / "kept").write_text("kept")
    (tmp_path / "link").symlink_to(target)
    assert sweep.empty(str(tmp_path / "link")) == (0, False)
    assert (target / "kept").exists()


def test_nonsense_ends_the_warden_quietly(link: Link) -> None:
    link.sock.sendall(json.dumps("nonsense").encode() + b"\xff" * 64)
    assert link.process.wait(10) == 0
