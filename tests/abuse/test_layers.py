"""No layer is decoration: with one of them off, an attack gets through, or only another layer stops it.

Each test makes the same attempt twice, with the layer and without it. Where several layers stop the same thing, the
others are off both times, so that what is seen is the work of the one.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.runs.host import Host
from app.runs.local import LocalEngine
from app.runs.models import RunRefused
from app.runs.pool import Pool
from app.sandbox.layers import LAYER_NAMES
from app.settings import MIB, Settings
from tests import walled
from tests.abuse.conftest import DOCKER, attack, hostile_settings, reason
from tests.abuse.escapes import PRELUDE, beside_a_sibling, number, seen_by
from tests.support import run

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may set up the layers that are taken away here")


class _Without(LocalEngine):
    """Runs everything, whatever is missing; its interpreter can be read by every user, as in an image."""

    def __init__(self, chosen: Settings, off: frozenset[str], launcher: Path) -> None:
        super().__init__(chosen, disabled=off)
        self._launcher = launcher

    async def start(self) -> None:
        self._pool = Pool(self._settings, self._make_host, ("cpu",))
        await self._pool.start()

    def _make_host(self) -> Host:
        return Host(self._settings, python=str(self._launcher), disabled=self._disabled)


@pytest.fixture(scope="module")
def launcher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program called like the interpreter: opens the interpreter's folders to all and becomes it."""
    path = tmp_path_factory.mktemp("launcher") / "python"
    path.write_text(
        f"#!{sys.executable}\n"
        "import os, sys\n"
        "from tests.walled import open_interpreter_to_all\n"
        "open_interpreter_to_all()\n"
        "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n"
    )
    path.chmod(0o755)
    return path


@asynccontextmanager
async def without(launcher: Path, *off: str, **changes: Any) -> AsyncIterator[LocalEngine]:
    """An engine with every layer but *off*, as it says itself."""
    started = _Without(hostile_settings(lane=11, sandbox="open", **changes), frozenset(off), launcher)
    await started.start()
    try:
        held = {layer["name"]: layer["in_force"] for layer in started.describe()["layers"]}
        assert not [name for name in off if held[name]], "what is off is said to be off"
        yield started
    finally:
        await started.stop()


# -- user ids and privileges -----------------------------------------------------------------------------------


async def test_uid_keeps_runs_from_each_others_processes(docker_engine: LocalEngine, launcher: Path) -> None:
    attempts = (
        f"seen['priority'] = call({number('setpriority')}, 0, sibling, 19)\n"
        "mask = ctypes.create_string_buffer(b'\\1', 128)\n"
        f"seen['affinity'] = call({number('sched_setaffinity')}, sibling, 8, mask)\n"
    )
    assert await beside_a_sibling(docker_engine, attempts) == {"priority": "EPERM", "affinity": "EPERM"}
    async with without(launcher, *DOCKER, "uid") as weaker:
        assert await beside_a_sibling(weaker, attempts) == {"priority": "done", "affinity": "done"}


@pytest.fixture
def setuid_id() -> Iterator[str]:
    """A set-user-id program of root that says whom it runs as."""
    with tempfile.TemporaryDirectory(prefix="victim-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = shutil.copy(shutil.which("id") or "/usr/bin/id", folder / "id")
        os.chown(path, 0, 0)
        Path(path).chmod(0o4755)
        yield str(path)


def ours(field: str) -> int:
    """What the kernel says of this very process: a container may have put layers around all of it."""
    lines = Path("/proc/self/status").read_text("ascii", "replace").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{field}:")), 0)


outside = pytest.mark.skipif(bool(ours("NoNewPrivs")), reason="no_new_privs is around this process already")


@outside
async def test_no_new_privs_keeps_programs_from_becoming_root(launcher: Path, setuid_id: str) -> None:
    attempt = f"import subprocess\nprint(subprocess.run([{setuid_id!r}], capture_output=True, text=True).stdout)\n"
    open_to = {*DOCKER, "landlock", "seccomp"}
    async with without(launcher, *open_to) as weak:
        held = await attack(weak, attempt)
        assert "uid=" in held.stdout
        assert "(root)" not in held.stdout
    async with without(launcher, *open_to, "no_new_privs") as weaker:
        assert "euid=0(root)" in (await attack(weaker, attempt)).stdout


@outside
async def test_no_new_privs_is_what_landlock_and_seccomp_stand_on(launcher: Path) -> None:
    async with without(launcher, "no_new_privs") as weaker:
        held = {layer["name"] for layer in weaker.describe()["layers"] if layer["in_force"]}
        assert not held & {"no_new_privs", "landlock", "seccomp"}
        assert not weaker.describe()["complete"], "and without them, edited code is refused"


# -- limits, files, calls --------------------------------------------------------------------------------------

FORKS = """
children = []
try:
    for _ in range(24):
        child = os.fork()
        if child == 0:
            os.read(os.pipe()[0], 1)
        children.append(child)
    seen["end"] = "done"
except OSError as error:
    seen["end"] = errno.errorcode[error.errno]
seen["forks"] = len(children)
for child in children:
    os.kill(child, 9)
    os.waitpid(child, 0)
"""


async def test_rlimits_bound_the_number_of_processes(launcher: Path) -> None:
    few: dict[str, Any] = {"processes": 12, "memory_bytes": 4096 * MIB}  # so that nothing else ends it
    async with without(launcher, **few) as whole:
        held = await seen_by(whole, FORKS)
    assert held["end"] == "EAGAIN"
    assert held["forks"] < few["processes"]
    async with without(launcher, "rlimits", **few) as weaker:
        assert await seen_by(weaker, FORKS) == {"end": "done", "forks": 24}


async def test_landlock_keeps_the_machines_files_unread(engine: LocalEngine, launcher: Path) -> None:
    attempts = "for p in ('/etc/hosts', '/etc/issue', '/usr/bin'): seen[p] = attempt(os.open, p, os.O_RDONLY)"
    assert set((await seen_by(engine, attempts)).values()) == {"EACCES"}
    async with without(launcher, "landlock") as weaker:
        assert set((await seen_by(weaker, attempts)).values()) == {"done"}


async def test_seccomp_refuses_calls_that_nothing_else_does(engine: LocalEngine, launcher: Path) -> None:
    calls = ("socket", "userfaultfd", "memfd_create", "inotify_init1", "personality", "msgget", "keyctl")
    attempts = f"for name, n in {[(name, number(name)) for name in calls]!r}:\n"
    attempts += (
        "    args = {'socket': (1, 1), 'memfd_create': (b'x', 0), 'personality': (-1,), 'msgget': (0, 0o1600)}\n"
        "    seen[name] = call(n, *args.get(name, (0, 0)))\n"
    )
    held = await seen_by(engine, attempts)
    assert set(held.values()) <= {"EACCES", "EPERM", "ENOSYS"}
    async with without(launcher, "seccomp") as weaker:
        got = await seen_by(weaker, attempts)
    # A container's own filter refuses one of them, too.
    expected = {"socket", "memfd_create", "inotify_init1", "personality", "msgget"}
    assert expected - ({"personality"} if ours("Seccomp") else set()) <= {
        name for name, answer in got.items() if answer == "done"
    }


# -- namespaces ------------------------------------------------------------------------------------------------


def test_user_ns_gives_an_ordinary_user_the_other_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(walled.MODES, "no namespaces for the user", ("user_ns",))
    attempts = "report['kill'] = attempt(lambda: os.kill(outsider, 0))\nreport['seen'] = os.listdir('/proc')\n"
    held, weaker = (walled.behind(mode, attempts) for mode in ("user", "no namespaces for the user"))
    if not held["plan"]["user_ns"]:
        pytest.skip("this machine gives ordinary users no namespaces")
    assert held["plan"]["pid_ns"]
    assert held["plan"]["mount_ns"]
    assert not weaker["plan"]["pid_ns"]
    assert sum(name.isdigit() for name in held["seen"]) <= 2
    assert sum(name.isdigit() for name in weaker["seen"]) > 2, "others are seen; only Landlock keeps them from signals"


def needs(engine: LocalEngine, *layers: str) -> None:
    """Skip where the machine (a container) doesn't offer the layers that a test takes away."""
    missing = [layer for layer in layers if not engine.pool.host.plan_has(layer)]
    if missing:
        pytest.skip(f"this machine doesn't offer {', '.join(missing)}")


async def test_pid_ns_hides_other_processes(engine: LocalEngine, launcher: Path) -> None:
    needs(engine, "pid_ns")
    attempts = (
        "seen['supervisor'] = attempt(os.kill, supervisor, 0)\n"
        "seen['sibling'] = attempt(os.kill, sibling, 9)\n"
        "seen['visible'] = os.path.exists(f'/proc/{supervisor}')\n"
    )
    assert await beside_a_sibling(engine, attempts) == {"supervisor": "ESRCH", "sibling": "ESRCH", "visible": False}
    async with without(launcher, "pid_ns") as weaker:
        assert await beside_a_sibling(weaker, attempts) == {"supervisor": "EPERM", "sibling": "EPERM", "visible": True}


FILL = """
def fill(folder):
    for number in range(6):
        with open(f"{folder}/{number}", "wb") as file:
            for _ in range(64):
                file.write(bytes(1 << 16))
seen["own"] = attempt(fill, ".")
import time
time.sleep(2)
"""


async def test_mount_ns_makes_the_disk_small_where_otherwise_the_service_counts(
    engine: LocalEngine, launcher: Path
) -> None:
    needs(engine, "mount_ns")
    code = f"{PRELUDE}{FILL}\nreport()\n"
    held = await attack(engine, code, timeout_s=10)
    assert (held.status, held.stdout) == ("ok", '{"own": "ENOSPC"}\n')
    async with without(launcher, "mount_ns") as weaker:
        counted = await attack(weaker, code, timeout_s=10)
        assert (counted.status, reason(counted)) == ("disk", "disk")
        assert set((await seen_by(weaker, "seen['tmp'] = attempt(open, '/tmp/x', 'w')")).values()) == {"EACCES"}
    assert set((await seen_by(engine, "seen['tmp'] = attempt(open, '/tmp/x', 'w')")).values()) == {"done"}


@pytest.fixture
def segment() -> Iterator[int]:
    """The key of a System V segment that everybody may write to."""
    libc = ctypes.CDLL(None, use_errno=True)
    key = 0x1A7E0 + os.getpid()
    ident = libc.shmget(key, 4096, 0o1000 | 0o666)
    if ident < 0:
        pytest.skip("this machine gives nobody shared memory")
    yield key
    libc.shmctl(ident, 0, None)


async def test_net_ns_and_ipc_ns_have_nothing_in_them_to_reach(
    engine: LocalEngine, launcher: Path, segment: int
) -> None:
    needs(engine, "net_ns", "ipc_ns")
    # seccomp refuses both before it comes to that; so it is off both times.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, socket.create_server(("127.0.0.1", 0)) as tcp:
        udp.bind(("127.0.0.1", 0))
        udp.setblocking(False)
        attempts = (
            f"address = ('127.0.0.1', {udp.getsockname()[1]})\n"
            "seen['udp'] = attempt(socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto, b'x', address)\n"
            f"address = ('127.0.0.1', {tcp.getsockname()[1]})\n"
            "seen['tcp'] = attempt(socket.create_connection, address, 1)\n"
            f"seen['shm'] = call({number('shmget')}, {segment}, 4096, 0o666)\n"
        )
        async with without(launcher, "seccomp") as weak:
            held = await seen_by(weak, attempts)
        assert held == {"udp": "ENETUNREACH", "tcp": "EACCES", "shm": "ENOENT"}
        with pytest.raises(BlockingIOError):
            udp.recv(1)
        async with without(launcher, "seccomp", "net_ns", "ipc_ns") as weaker:
            got = await seen_by(weaker, attempts)
        assert got == {"udp": "done", "tcp": "EACCES", "shm": "done"}, "Landlock still refuses TCP"
        assert udp.recv(1) == b"x"


# -- the weakest wall that there is ----------------------------------------------------------------------------


async def test_without_user_id_and_namespaces_a_run_still_ends_whole(launcher: Path) -> None:
    async with without(launcher, *DOCKER, "uid") as weakest:
        for code in (
            "while True: pass",
            "import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\nwhile True: pass",
            "import os\nfor _ in range(5): os.fork()\nif os.getpid() != os.getsid(0): os.setsid()\nwhile True: pass",
        ):
            result = await attack(weakest, f"print('kept')\n{code}\n", timeout_s=0.7)
            assert result.status == "timeout"
            assert result.stdout.startswith("kept\n")
        left = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n"
        assert (await attack(weakest, left)).status == "ok"


async def test_a_wall_that_is_not_whole_takes_no_edited_code(launcher: Path) -> None:
    chosen = hostile_settings(lane=11)
    started = _Without(chosen, frozenset({"seccomp"}), launcher)
    await started.start()
    try:
        with pytest.raises(RunRefused, match=r"missing: .*seccomp"):
            await run(started, "1")
        assert (await run(started, "print('curated')", snippet="a/b")).stdout == "curated\n"
    finally:
        await started.stop()


def test_every_layer_has_a_test_here() -> None:
    tests: dict[str, Any] = {name: value for name, value in globals().items() if name.startswith("test_")}
    untested = {layer for layer in LAYER_NAMES if not any(f"_{layer}_" in name for name in tests)}
    assert untested == set()
