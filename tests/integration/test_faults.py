"""Parts that break while runs are going on: each run still has one ending, and service comes back."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.runs import local
from app.runs.child import Child
from app.runs.engine import collect
from app.runs.local import LocalEngine
from app.runs.models import Event, RunRefused, RunRequest, RunResult
from app.settings import ROOT
from tests.support import _owners, run, running, settings, settled, traces

SLEEPER = "import time\nprint('begun', flush=True)\ntime.sleep(20)\n"


@pytest.fixture
async def own() -> AsyncIterator[LocalEngine]:
    """An engine of this test's own, to be broken."""
    async with running(settings(standby=True)) as engine:
        yield engine


async def begun(engine: LocalEngine, code: str = SLEEPER) -> tuple[asyncio.Task[list[Event]], str]:
    """Start *code* and return when it has printed its first line, with its id."""
    seen: list[Event] = []
    printed = asyncio.Event()

    async def follow() -> list[Event]:
        async for event in engine.run(RunRequest(code=code, client="test", timeout_s=30)):
            seen.append(event)
            if event.kind == "stdout":
                printed.set()
        return seen

    task = asyncio.create_task(follow())
    await asyncio.wait_for(printed.wait(), 10)
    return task, seen[0].data["id"]


def ending(events: list[Event]) -> Event:
    assert [event.kind for event in events].count("done") == 1
    assert events[-1].kind == "done"
    return events[-1]


async def wait_for_standby(engine: LocalEngine) -> None:
    for _ in range(400):
        if engine.pool._hosts._standby is not None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no standby came up")


async def test_a_lost_zygote_ends_its_runs_with_a_sentence_and_is_replaced(own: LocalEngine) -> None:
    await wait_for_standby(own)
    task, _ = await begun(own)
    zygote = own.pool.host.pid
    assert zygote is not None
    os.kill(zygote, signal.SIGKILL)
    done = ending(await asyncio.wait_for(task, 10))
    assert (done.data["status"], done.data["reason"]) == ("crashed", "lost")
    assert "Run it again" in done.data["message"]
    began = time.monotonic()
    assert (await run(own, "print(6 * 7)")).stdout == "42\n"
    # A standby was ready: nobody waited for torch to be imported again, which takes seconds.
    assert time.monotonic() - began < 5
    assert own.pool.host.pid != zygote
    await settled(own)


async def test_a_lost_zygote_without_a_standby_is_replaced_too() -> None:
    async with running(settings(standby=False)) as engine:
        zygote = engine.pool.host.pid
        assert zygote is not None
        os.kill(zygote, signal.SIGKILL)
        assert (await run(engine, "print(6 * 7)")).stdout == "42\n"


async def test_a_child_killed_while_it_waits_is_replaced_unseen(own: LocalEngine) -> None:
    await settled(own)
    for child in own.pool._ready["cpu"]:
        os.kill(child.pid, signal.SIGKILL)
    results = await asyncio.gather(*(run(own, f"print({n})") for n in range(4)))
    assert [result.stdout for result in results] == ["0\n", "1\n", "2\n", "3\n"]
    assert [[event["kind"] for event in result.events].count("started") for result in results] == [1, 1, 1, 1]
    await settled(own)


async def test_a_child_killed_while_it_runs_is_named(own: LocalEngine) -> None:
    task, _ = await begun(own)
    (watched,) = own._watch._runs.values()
    os.kill(watched.child.pid, signal.SIGKILL)
    done = ending(await asyncio.wait_for(task, 10))
    assert (done.data["status"], done.data["reason"]) == ("crashed", "signal:SIGKILL")
    await settled(own)


async def test_stopping_ends_every_run_with_a_sentence_and_leaves_nothing() -> None:
    chosen = settings(warm=2)
    before = traces(chosen)
    async with running(chosen) as engine:
        tasks = [(await begun(engine))[0] for _ in range(2)]
        waiting = asyncio.create_task(collect(engine.run(RunRequest(code="1", client="late"))))
        await asyncio.sleep(0.1)
    for task in tasks:
        done = ending(await asyncio.wait_for(task, 5))
        assert (done.data["status"], done.data["reason"]) == ("cancelled", "stopping")
        assert [event.data["text"] for event in task.result() if event.kind == "stdout"] == ["begun\n"]
    assert (await waiting).status == "cancelled"
    with pytest.raises(RunRefused) as refusal:
        await run(engine, "1")
    assert refusal.value.reason == "stopping"
    after = traces(chosen)
    assert after.processes <= before.processes
    assert after.shared_memory <= before.shared_memory
    assert not engine.pool._root.exists()


KILLED = """
import asyncio, sys
from app.runs.local import LocalEngine
from app.runs.models import RunRequest
from tests.support import settings

async def main():
    engine = LocalEngine(settings(uid_base=int(sys.argv[1])))
    await engine.start()
    code = "import os, time; os.makedirs('a/b'); open('a/b/c', 'w').write('left'); print('begun'); time.sleep(60)"
    async for event in engine.run(RunRequest(code=code, client="test", timeout_s=60)):
        if event.kind == "stdout":
            print("begun", flush=True)

asyncio.run(main())
"""


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that every user may reach into."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # pytest's own folder is closed to runs
        Path(name).chmod(0o711)
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)


def seat_folders(base: Path) -> list[Path]:
    return list(base.glob("fieldnotes-seats-*"))


async def test_what_a_killed_service_left_is_swept_at_the_next_start(temporary: Path) -> None:
    base = settings().uid_base + 5000
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, str(base), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 60) == b"begun\n"
    process.kill()
    await process.wait()
    assert len(seat_folders(temporary)) == 1
    async with running(settings(uid_base=base)) as engine:
        assert seat_folders(temporary) == [engine.pool._root], "nothing is left of the other"
        async with running(settings(uid_base=base + 500)):
            assert len(seat_folders(temporary)) == 2, "a living engine's folder is left alone"
            assert (await run(engine, "print(open('main.py').read()[:5])")).stdout == "print\n"


async def test_two_hundred_at_once_each_get_their_answer_or_an_honest_no(engine: LocalEngine) -> None:
    async def ask(number: int) -> RunResult | RunRefused:
        try:
            return await run(engine, f"print({number} + 1)", client=f"reader {number % 40}")
        except RunRefused as refusal:
            return refusal

    answers = await asyncio.gather(*(ask(number) for number in range(200)))
    served = {n: answer for n, answer in enumerate(answers) if isinstance(answer, RunResult)}
    refused = [answer for answer in answers if isinstance(answer, RunRefused)]
    assert all(answer.stdout == f"{n + 1}\n" for n, answer in served.items())
    assert len(served) >= engine.capacity().queue
    assert all(answer.reason == "queue_full" and answer.retry_after_s for answer in refused)
    await settled(engine, timeout_s=30)


async def test_one_client_cannot_starve_another(engine: LocalEngine) -> None:
    order: list[str] = []

    async def ask(client: str) -> None:
        await run(engine, "import time\ntime.sleep(0.1)", client=client)
        order.append(client)

    hog = [asyncio.create_task(ask("hog")) for _ in range(8)]
    await asyncio.sleep(0.05)
    modest = asyncio.create_task(ask("modest"))
    await asyncio.gather(*hog, modest)
    # Of the eight before it only those that already ran, and one of each turn, may come first.
    assert order.index("modest") <= 5


def cancel_soon(engine: LocalEngine, run_id: str) -> None:
    asyncio.ensure_future(engine.cancel(run_id))  # noqa: RUF006 - it ends with the run


async def test_ends_and_cancels_in_the_same_instant_give_one_ending(engine: LocalEngine) -> None:
    for delay in (0.0, 0.002, 0.004, 0.006, 0.01):
        seen: list[Event] = []
        async for event in engine.run(RunRequest(code="1 + 1", client="test")):
            seen.append(event)
            if event.kind == "started":
                asyncio.get_running_loop().call_later(delay, cancel_soon, engine, seen[0].data["id"])
        assert ending(seen).data["status"] in {"ok", "cancelled"}
    await settled(engine)


async def test_hundreds_of_runs_leave_nothing_more_than_before(engine: LocalEngine) -> None:
    await settled(engine, timeout_s=30)
    chosen = engine._settings
    await run(engine, "1")
    await settled(engine)
    before = traces(chosen)
    gate = asyncio.Semaphore(20)

    async def ask(number: int) -> str:
        async with gate:
            return (await run(engine, f"print({number} * 3)", client=f"c{number % 20}")).stdout

    count = int(os.environ.get("FIELDNOTES_TEST_RUNS", "100"))
    answers = await asyncio.gather(*(ask(number) for number in range(count)))
    assert answers == [f"{number * 3}\n" for number in range(count)]
    await settled(engine, timeout_s=30)
    after = traces(chosen)
    assert len(after.processes) <= len(before.processes)
    assert after.shared_memory <= before.shared_memory
    assert after.temporary <= before.temporary
    assert after.files_in_seats == before.files_in_seats
    assert after.descriptors <= before.descriptors


# -- a full disk, a machine that stands still, a clock that jumps -------------------------------------------------


@pytest.fixture
def small_disk(temporary: Path) -> Iterator[Path]:
    """The folder for temporary files, on a file system with room for few files."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m,nr_inodes=60,mode=0711", "small", str(temporary)], check=False
    )
    if mounted.returncode:
        pytest.skip("this machine doesn't let us mount a file system")
    yield temporary
    subprocess.run(["umount", "--lazy", str(temporary)], check=True)


async def test_a_full_disk_keeps_nobody_from_running(small_disk: Path) -> None:
    async with running(settings(uid_base=settings().uid_base + 6000)) as engine:
        await settled(engine)
        fillers: list[Path] = []
        with contextlib.suppress(OSError):
            while True:
                filler = small_disk / f"filler-{len(fillers)}"
                filler.touch()
                fillers.append(filler)
        # The seats that there are go round.
        assert [(await run(engine, f"print({number})")).stdout for number in range(6)] == [f"{n}\n" for n in range(6)]
        for filler in fillers:
            filler.unlink()
        assert (await run(engine, "print(7)")).stdout == "7\n"
        await settled(engine)


async def test_where_no_child_can_be_made_a_run_ends_with_a_sentence_and_service_comes_back(
    own: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> Child:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(local, "CHILD_S", 1.0)
        patch.setattr(own.pool, "_child", full)
        results = [await run(own, "print(1)") for _ in range(own._settings.warm + 2)]
        assert results[0].status == "ok", "what was warm is served"
        assert (results[-1].status, results[-1].stdout) == ("crashed", "")
        assert results[-1].message.startswith("The worker could not be prepared. Try again")
        assert (await run(own, "print(1)", loopback=True)).status == "crashed"
    assert (await run(own, "print(2)")).stdout == "2\n"
    await settled(own)


async def test_a_machine_that_stood_still_goes_on(own: LocalEngine) -> None:
    task, _ = await begun(own, "import time\nprint('begun', flush=True)\ntime.sleep(1)\nprint('over')\n")
    (watched,) = own._watch._runs.values()
    waiting = asyncio.create_task(run(own, "print('later')", client="another"))
    parts = [own.pool.host.pid, watched.child.pid]
    for pid in parts:
        os.kill(pid or 0, signal.SIGSTOP)
    time.sleep(2)  # this process, the service, stands still as well  # noqa: ASYNC251
    for pid in parts:
        os.kill(pid or 0, signal.SIGCONT)
    events = await asyncio.wait_for(task, 30)
    assert ending(events).data["status"] == "ok"
    assert [event.data["text"] for event in events if event.kind == "stdout"][-1] == "over\n"
    assert (await waiting).stdout == "later\n"
    await settled(own)


async def test_a_clock_that_jumps_changes_no_limit(own: LocalEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(10**9, 10**6)
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    monkeypatch.setattr(time, "time_ns", lambda: 10**9 * next(clock))
    result = await run(own, "import time\ntime.sleep(0.3)\nprint(1)")
    assert (result.status, result.stdout) == ("ok", "1\n")
    assert 0 <= result.queued_ms < 60_000
    assert 300 <= result.wall_ms < 60_000
    assert (await run(own, "while True: pass", timeout_s=0.5)).status == "timeout"


# -- SIGTERM ---------------------------------------------------------------------------------------------------


async def test_sigterm_lets_short_runs_finish_and_ends_long_ones_with_a_sentence(temporary: Path) -> None:
    base = settings().uid_base + 7000
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "FIELDNOTES_UID_BASE": str(base), "FIELDNOTES_STANDBY": "false"}
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "serve", "--port", str(port), cwd=ROOT, env=environment
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            await up(client)
            lines = asyncio.Queue[str]()
            short = "import time\nprint('begun', flush=True)\ntime.sleep(1)\nprint('over')\n"
            tasks = [asyncio.create_task(streamed(client, code, lines)) for code in (short, SLEEPER)]
            for _ in tasks:
                await asyncio.wait_for(lines.get(), 30)
            server.terminate()
            finished, stopped = await asyncio.gather(*tasks)
        assert (finished["status"], stopped["status"], stopped["reason"]) == ("ok", "cancelled", "stopping")
        await asyncio.wait_for(server.wait(), 30)
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()
    assert not seat_folders(temporary)
    assert not [owner for _, owner in _owners() if base <= owner < base + 1000]


async def up(client: httpx.AsyncClient) -> None:
    """Return when the service is ready."""
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if (await client.get("/readyz")).status_code == httpx.codes.OK:
                return
        await asyncio.sleep(0.2)
    raise AssertionError("the service did not come up")


async def streamed(client: httpx.AsyncClient, code: str, lines: asyncio.Queue[str]) -> dict[str, Any]:
    """The ``done`` event of *code*; what it prints goes to *lines*."""
    done: list[dict[str, Any]] = []
    body = {"code": code, "timeout": 30}
    async with client.stream("POST", "/api/v1/runs", json=body, headers={"Accept": "text/event-stream"}) as response:
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                event = json.loads(line.removeprefix("data: "))
                if event["kind"] == "stdout":
                    lines.put_nowait(event["text"])
                if event["kind"] == "done":
                    done.append(event)
    (only,) = done
    return only
