"""Hostile code in the real sandbox, beside an honest neighbour, and a look at what is left of it.

``attack(engine, code)`` is what every test here begins with. It fails by itself if the neighbour's result was
wrong or if anything is left of the run; what the reader sees is for the test to check.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.runs.host import Host
from app.runs.local import LocalEngine
from app.runs.models import RunResult
from app.runs.pool import Pool
from app.settings import Settings
from tests.support import run, running, settings, settled

DOCKER = frozenset({"mount_ns", "pid_ns", "net_ns", "ipc_ns", "user_ns"})
"""Layers that plain Docker does not grant."""
CAPABILITIES = {0, 2, 6, 7}
"""The four that the image's service has: CHOWN, DAC_READ_SEARCH, SETGID, SETUID."""
SHARED = ("/dev/shm", "/tmp", "/var/tmp")

NEIGHBOUR = """
import os, time, torch
from pathlib import Path
torch.manual_seed(3)
x = torch.eye(64, requires_grad=True)
for step in range(4):
    (x * x).sum().backward()
    Path(f"mine-{step}").write_text("x" * 1000)
    time.sleep(float(input()))
product = torch.ones(300, 300) @ torch.ones(300, 300)
print(sorted(os.listdir(".")), x.grad.sum().item(), product.sum().item())
"""
NEIGHBOURS_WORDS = "['main.py', 'mine-0', 'mine-1', 'mine-2', 'mine-3'] 512.0 27000000.0\n"


SEATS = 100
"""More user ids than any engine here has seats."""


def hostile_settings(*, lane: int = 0, **changes: Any) -> Settings:
    """The small limits, and user ids that no other test or service on this machine gives to its runs.

    Engines that are up at the same time take different lanes, so that what each leaves can be told apart.
    """
    return settings(**{"uid_base": 200_000 + 2000 * (os.getpid() % 1000) + SEATS * lane, **changes})


@pytest.fixture(scope="session")
async def engine() -> AsyncIterator[LocalEngine]:
    """A real engine with every layer that this machine offers."""
    async with running(hostile_settings()) as started:
        yield started


@pytest.fixture(scope="session")
async def docker_engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LocalEngine]:
    """A real engine with those layers only that plain Docker grants: no namespaces."""
    if os.geteuid() != 0:
        pytest.skip("a run has its own user id only where the service may set one")
    started = _Dockerlike(hostile_settings(lane=10), launcher=_launcher(tmp_path_factory.mktemp("launcher")))
    await started.start()
    try:
        yield started
    finally:
        await started.stop()


class _Dockerlike(LocalEngine):
    """Its runs can read the interpreter, as in the image, also where it lies in a folder closed to others."""

    def __init__(self, chosen: Settings, *, launcher: Path) -> None:
        super().__init__(chosen, disabled=DOCKER)
        self._launcher = launcher

    async def start(self) -> None:
        def make() -> Host:
            return Host(self._settings, python=str(self._launcher), disabled=DOCKER)

        self._pool = Pool(self._settings, make, ("cpu",))
        await self._pool.start()


def _launcher(folder: Path) -> Path:
    """A program called like the interpreter: opens its folders, drops what the image does without, becomes it."""
    path = folder / "python"
    path.write_text(
        f"#!{sys.executable}\n"
        "import os, sys\n"
        "from tests.walled import open_interpreter_to_all\n"
        "from app.sandbox import namespaces\n"
        "open_interpreter_to_all()\n"
        f"for number in set(range(64)) - {CAPABILITIES}:\n"
        "    try: namespaces.prctl(namespaces.PR_CAPBSET_DROP, number)\n"
        "    except OSError: pass\n"
        "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n"
    )
    path.chmod(0o755)
    return path


@pytest.fixture(params=["every layer", "plain docker"])
def any_engine(request: pytest.FixtureRequest, engine: LocalEngine) -> LocalEngine:
    """One engine after the other: the wall as thick as it gets, and as in plain Docker."""
    if request.param == "every layer":
        return engine
    started: LocalEngine = request.getfixturevalue("docker_engine")
    return started


# -- the attack ---------------------------------------------------------------------------------------------


async def attack(engine: LocalEngine, code: str, **fields: Any) -> RunResult:
    """Run hostile *code* while an honest neighbour runs; *fields* are those of a run request.

    Returns the hostile run's result once the neighbour's was found right and nothing was found left.
    """
    await settled(engine)
    before = Remains.of(engine)
    over = asyncio.Event()
    neighbour = asyncio.create_task(_neighbour(engine, over))
    try:
        result = await run(engine, code, client="hostile", **{"timeout_s": 2.0, **fields})
    finally:
        over.set()
        honest = await neighbour
    for each in honest:
        assert (each.status, each.stdout) == ("ok", NEIGHBOURS_WORDS), f"the neighbour saw: {each}"
    await nothing_left(engine, before)
    ends = [event for event in result.events if event["kind"] == "done"]
    assert len(ends) == 1, "a run ends once"
    assert result.events[-1] is ends[0], "nothing follows the end"
    return result


async def _neighbour(engine: LocalEngine, over: asyncio.Event) -> list[RunResult]:
    """Honest runs, one after the other, from before the attack until it is over."""
    results: list[RunResult] = []
    while not results or not over.is_set():
        # Short at first, for attacks that are over at once; then longer, for processors are few.
        pauses = f"{0.12 if results else 0.02}\n" * 4
        results.append(await run(engine, NEIGHBOUR, client="honest", stdin=pauses, timeout_s=30))
        if results[-1].status != "ok":
            break
    return results


# -- what is left --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remains:
    """What there is of an engine's runs while none is going on."""

    processes: frozenset[str]
    """Processes that are neither ours nor a waiting child's: by name and state, for a message that helps."""
    descendants: int
    files: frozenset[str]
    """Files in the seats that no child waits in, and files of the runs' users where everybody may write."""
    descriptors: int

    @classmethod
    def of(cls, engine: LocalEngine) -> Remains:
        """Look now."""
        waiting = [child for children in engine.pool._ready.values() for child in children]
        table = _processes()
        first = engine._settings.uid_base
        users = range(first, first + SEATS)
        strays = {
            f"{pid} {item.name} of user {item.uid}"
            for pid, item in table.items()
            if item.uid in users and pid not in {child.pid for child in waiting}
        }
        used = {child.workdir for child in waiting}
        seats = [seat for seat in engine.pool._root.glob("seat-*") if str(seat) not in used]
        left = [str(path) for seat in seats for path in seat.iterdir()]
        for folder in SHARED:
            left.extend(path for path, uid in _entries(folder) if uid in users)
        return cls(
            processes=frozenset(strays),
            descendants=len(_descendants(os.getpid(), table)),
            files=frozenset(left),
            descriptors=len(list(Path("/proc/self/fd").iterdir())),
        )


async def nothing_left(engine: LocalEngine, before: Remains, *, timeout_s: float = 30.0) -> None:
    """Assert that the waiting children are all there again, and of the runs no more than *before*."""
    await settled(engine, timeout_s=timeout_s)
    deadline = time.monotonic() + 10.0
    # A process that is dead may not have been reaped yet.
    while (after := Remains.of(engine)) != before and time.monotonic() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    assert not after.processes, "processes are left"
    assert not after.files, "files are left"
    assert after.descendants <= before.descendants, "the service has more processes than before"
    assert after.descriptors <= before.descriptors, "the service has more descriptors than before"


@dataclass(frozen=True, slots=True)
class _Process:
    name: str
    uid: int
    parent: int


def _processes() -> dict[int, _Process]:
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                text = (entry / "status").read_text("utf-8", "replace")
                pairs = (line.partition(":") for line in text.splitlines())
                fields = {key: value.split() for key, _, value in pairs}
                if fields["State"][0] not in {"Z", "X"}:
                    name = " ".join(fields["Name"])
                    found[int(entry.name)] = _Process(name, int(fields["Uid"][0]), int(fields["PPid"][0]))
    return found


def _descendants(root: int, table: dict[int, _Process]) -> set[int]:
    found, todo = set(), [root]
    while todo:
        parent = todo.pop()
        children = [pid for pid, item in table.items() if item.parent == parent]
        found.update(children)
        todo.extend(children)
    return found


def _entries(folder: str) -> Iterator[tuple[str, int]]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                yield entry.path, entry.stat(follow_symlinks=False).st_uid


# -- what the reader sees ------------------------------------------------------------------------------------


def of(result: RunResult, kind: str) -> list[dict[str, Any]]:
    """The events of one *kind*."""
    return [event for event in result.events if event["kind"] == kind]


def reason(result: RunResult) -> str:
    """The code that says how the run ended."""
    return str(of(result, "done")[0]["reason"])
