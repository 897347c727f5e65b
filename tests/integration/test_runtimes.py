"""Several torch versions served at once by a real engine: a second interpreter that is the same under another name,
two that can't be used, and torch 2.14.1 itself where ``make runtimes`` has set it up.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.notes.library import Library
from app.proofs import check as proofs
from app.runs.local import LocalEngine
from app.runs.models import RunRefused
from app.runs.runtimes import Runtime
from app.settings import ROOT, Settings
from tests.support import run, running, settings

NEWER = ROOT / ".venv-2.14.1" / "bin" / "python"
WHERE = "import os, torch\nprint(os.environ.get('ELSEWHERE'), os.getuid(), torch.ones(2).sum().item())\n"

needs_newer = pytest.mark.skipif(not NEWER.exists(), reason="torch 2.14.1 is not here (make runtimes)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three programs that are called like interpreters: one is, one has no torch, one does not start."""
    made = tmp_path_factory.mktemp("interpreters")
    scripts = {
        "other": f'#!/bin/sh\nELSEWHERE=yes exec {sys.executable} "$@"\n',
        "without": "#!/bin/sh\necho \"ModuleNotFoundError: No module named 'torch'\" >&2\nexit 1\n",
        "broken": "#!/nowhere/at/all\n",
    }
    for name, text in scripts.items():
        path = made / name
        path.write_text(text)
        path.chmod(0o755)
    return made


@pytest.fixture(scope="module")
async def several(folder: Path) -> AsyncIterator[LocalEngine]:
    """An engine that serves them, and one that isn't there at all."""
    named = ",".join([*(f"{name}={folder / name}" for name in ("broken", "without", "other")), "gone=/nowhere/python"])
    async with running(settings(runtimes=named, timeout_s=30.0, uid_base=62600)) as engine:
        await engine.runtimes_started()
        yield engine


def other_of(engine: LocalEngine) -> Runtime:
    return next(one for one in engine._others if one.name == "other")


async def test_each_runtime_says_what_it_is_and_a_broken_one_what_is_wrong(several: LocalEngine) -> None:
    own, *others = several.describe()["runtimes"]
    assert own["runtime"] == own["torch"] == several.describe()["torch"]
    told = {one["runtime"]: one for one in others}
    assert told["other"]["ready"]
    assert told["other"]["torch"] == own["torch"]
    assert told["other"]["devices"] == own["devices"]
    for name, problem in (
        ("broken", "can't be started"),
        ("without", "No module named 'torch'"),
        ("gone", "can't be started"),
    ):
        assert not told[name]["ready"]
        assert problem in told[name]["problem"]
        assert "/" not in told[name]["problem"]  # where it lies is nobody's business


async def test_a_run_goes_where_it_was_asked_to(several: LocalEngine) -> None:
    here, there, plain = await asyncio.gather(
        run(several, WHERE, runtime=several.describe()["torch"]),
        run(several, WHERE, runtime="other"),
        run(several, WHERE),
    )
    assert [one.status for one in (here, there, plain)] == ["ok"] * 3
    assert here.stdout.split()[0] == plain.stdout.split()[0] == "None"
    assert there.stdout.split()[0] == "yes"
    assert there.runtime == "other"
    assert plain.runtime == several.describe()["torch"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give runs user ids of their own")
async def test_no_user_id_is_given_twice(several: LocalEngine) -> None:
    uids: dict[str | None, set[int]] = {None: set(), "other": set()}
    for _ in range(3):
        for runtime, seen in uids.items():
            seen.add(int((await run(several, WHERE, runtime=runtime)).stdout.split()[1]))
    assert not uids[None] & uids["other"]
    assert max(uids[None]) < min(uids["other"])


async def test_the_wall_is_the_same_everywhere(several: LocalEngine) -> None:
    code = (
        "import socket\n"
        "def attempt(action):\n"
        "    try:\n"
        "        action()\n"
        "    except OSError as error:\n"
        "        return type(error).__name__\n"
        "    return 'done'\n"
        "print(attempt(socket.socket), attempt(lambda: open('/etc/shadow')), attempt(lambda: open('mine', 'w')))\n"
        f"print(attempt(lambda: open({str(ROOT / 'app' / 'settings.py')!r})))\n"
    )
    here, there = [await run(several, code, runtime=runtime) for runtime in (None, "other")]
    assert here.stdout == there.stdout
    # The service's code can't be reached, or, where it lies below a folder that is covered, isn't there at all.
    assert there.stdout in {
        f"PermissionError PermissionError done\n{kind}\n" for kind in ("PermissionError", "FileNotFoundError")
    }


@pytest.mark.parametrize(
    ("name", "said"), [("9.9.9", "not served"), ("without", "No module named"), ("gone", "can't be started")]
)
async def test_what_can_not_be_used_is_refused_with_a_sentence(several: LocalEngine, name: str, said: str) -> None:
    with pytest.raises(RunRefused, match=said) as refused:
        await run(several, "1", runtime=name)
    assert refused.value.reason == "invalid"


async def test_the_loss_of_one_zygote_costs_the_others_nothing(several: LocalEngine) -> None:
    pool = other_of(several).pool
    lost = pool.host.pid
    assert lost is not None
    long = asyncio.create_task(run(several, "import time\nfor _ in range(20): time.sleep(0.1)\nprint('whole')"))
    os.kill(lost, signal.SIGKILL)
    assert (await run(several, "print('here')")).stdout == "here\n"
    assert (await long).stdout == "whole\n"
    async with asyncio.timeout(180):
        while pool.host.pid == lost or pool.host.lost.is_set():  # noqa: ASYNC110 - nobody else needs to be told
            await asyncio.sleep(0.1)
    again = await run(several, WHERE, runtime="other")
    assert (again.status, again.stdout.split()[0]) == ("ok", "yes")


async def test_while_one_is_being_loaded_it_is_told_when_to_try_again(folder: Path) -> None:
    async with running(settings(runtimes=f"other={folder / 'other'}", uid_base=62700)) as engine:
        if not other_of(engine).ready:
            with pytest.raises(RunRefused) as refused:
                await run(engine, "1", runtime="other")
            assert refused.value.reason == "starting"
            assert refused.value.retry_after_s
        assert (await run(engine, "print(1)")).stdout == "1\n"
    assert not any(one.ready and one.pool._root.exists() for one in engine._others)


@needs_newer
async def test_two_torches_are_told_apart() -> None:
    async with running(settings(runtimes=str(NEWER), timeout_s=30.0, uid_base=62800)) as engine:
        await engine.runtimes_started()
        newer = engine.describe()["runtimes"][1]
        assert newer["ready"], newer["problem"]
        assert newer["torch"].startswith("2.14.1")
        code = (
            "import torch\nprint(torch.__version__)\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\n"
        )
        code += "x.grad\n"
        old, new = await asyncio.gather(run(engine, code), run(engine, code, runtime="2.14.1"))
        assert old.stdout.startswith("2.13.0")
        assert new.stdout.startswith("2.14.1")
        assert new.runtime == newer["runtime"]
        shown = [event["data"]["text/plain"] for event in new.events if event["kind"] == "value"]
        assert shown == ["tensor([2., 2.])"]
        assert [row["name"] for row in new.variables] == ["x"]


@needs_newer
async def test_a_note_is_proven_on_another_torch() -> None:
    library = Library.load(Settings().snippets_dir)
    async with running(settings(runtimes=str(NEWER), timeout_s=30.0, uid_base=62900)) as engine:
        await engine.runtimes_started()
        found = proofs.check(engine, library, slugs=frozenset({"clone-detach"}), runtime="2.14.1")
        checks = [one async for one in found if isinstance(one, proofs.SnippetCheck)]
    assert {one.result.runtime.partition("+")[0] for one in checks if one.result} == {"2.14.1"}
    assert [one.snippet.key for one in checks if one.outcome == "failed"] == []
