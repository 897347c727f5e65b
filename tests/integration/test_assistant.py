"""Help while typing: what the jailed process knows, and that it is jailed, bounded and replaced when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from app.runs import assistant as outside
from app.runs.assistant import Assistant, NoAnswer
from app.runs.host import Host
from app.runs.models import RunRefused
from tests.support import settings

CLIENT = "test"


class _Probing(Assistant):
    """Its process answers with what it could reach."""

    def _make_host(self) -> Host:
        return Host(self._settings, disabled=self._disabled, module="tests.probing_assistant")


async def _ready(one: Assistant) -> Assistant:
    one.wake()
    await one.started()
    if one.state == "off":
        pytest.skip("the wall is not complete here")
    assert one.state == "ready"
    return one


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """A busy machine may take its time over an honest question."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outside, "ANSWER_S", 60.0)
        yield


@pytest.fixture(scope="module")
async def helper(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Assistant]:
    """The real one."""
    started = await _ready(Assistant(settings(var_dir=tmp_path_factory.mktemp("var"))))
    yield started
    await started.stop()


@pytest.fixture(scope="module")
async def probing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Assistant]:
    """One that tries to get out."""
    started = await _ready(_Probing(settings(var_dir=tmp_path_factory.mktemp("var"), uid_base=62000)))
    yield started
    await started.stop()


async def ask(helper: Assistant, action: outside.Action, code: str) -> Any:
    """Ask at the place of ``|`` in *code*."""
    before, _, after = code.partition("|")
    lines = before.split("\n")
    return await helper.ask(CLIENT, action, before + after, len(lines), len(lines[-1]))


# -- what it knows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import torch\ntorch.aran|", "arange"),
        ("import torch\nx = torch.ones(2).sum()\nx.backw|", "backward"),
        ("import torch.nn as nn\nnn.Conv2|", "Conv2d"),
        ("import torch\nm = torch.nn.Linear(2, 3)\nm.weig|", "weight"),
        ("from torch.utils.data import Tensor|", "TensorDataset"),
        ("values = [1]\nvalues.app|", "append"),
    ],
)
async def test_names_that_fit_are_offered(helper: Assistant, code: str, expected: str) -> None:
    found = await ask(helper, "complete", code)
    offered = {item["label"]: item for item in found["items"]}
    assert expected in offered
    typed = code.removesuffix("|").split("\n")[-1]
    assert expected.startswith(typed[len(typed) - found["prefix"] :])
    assert not any(name.startswith("_") for name in offered)


async def test_documentation_is_that_of_the_installed_torch(helper: Assistant) -> None:
    import torch

    found = await ask(helper, "hover", "import torch\ny = torch.ones(3)\ny.vie|w(3, 1)")
    assert found["title"] == "torch.Tensor.view"
    assert found["signatures"] == ["view(*shape) -> Tensor"]
    own = str(torch.Tensor.view.__doc__).split("Returns ", 1)[1].split()[:8]
    assert " ".join(own) in found["doc"].replace("self", ":attr:`self`")


async def test_builtins_have_their_documentation_too(helper: Assistant) -> None:
    found = await ask(helper, "hover", "le|n([])")
    assert found["title"] == "len"
    assert found["doc"] == "Return the number of items in a container."


async def test_of_a_variable_it_is_told_what_it_holds(helper: Assistant) -> None:
    found = await ask(helper, "hover", "import torch\ny = torch.ones(3)\n|y")
    assert found["title"] == "y: torch.Tensor"


async def test_the_call_around_the_place_is_told_with_its_current_parameter(helper: Assistant) -> None:
    found = await ask(helper, "signature", "import torch\nm = torch.nn.Linear(2, |")
    (one,) = found["signatures"]
    assert one["name"] == "Linear"
    assert one["params"][one["active"]]["label"] == "out_features"
    assert await ask(helper, "signature", "import torch\n|") is None


async def test_a_program_is_laid_out_and_warned_about(helper: Assistant) -> None:
    laid_out = await ask(helper, "format", "import torch\nx=torch.ones( 3 )\n")
    assert laid_out == {"code": "import torch\n\nx = torch.ones(3)\n", "error": ""}
    broken = await ask(helper, "format", "x = (")
    assert broken["code"] is None
    assert broken["error"].startswith("1:")
    found = await ask(helper, "lint", "import torch\nif missing == None:\n    pass\n")
    told = {one["code"]: one for one in found["warnings"]}
    assert set(told) == {"F821", "E711"}
    assert (told["F821"]["line"], told["F821"]["column"], told["F821"]["severity"]) == (2, 4, "error")


async def test_a_bare_expression_is_no_mistake_here(helper: Assistant) -> None:
    assert (await ask(helper, "lint", "import torch\nx = torch.ones(2)\nx\nx == 1\n"))["warnings"] == []


@pytest.mark.parametrize("code", ["(" * 3000 + "|", "\ud800|", "x = 'é😀'.up|", "|", "def f(:\n  torch.|", "\x00|"])
async def test_no_program_upsets_it(helper: Assistant, code: str) -> None:
    for action in get_args(outside.Action):
        try:
            await ask(helper, action, code)
        except NoAnswer:
            continue
    assert (await ask(helper, "hover", "le|n"))["title"] == "len"


async def test_a_program_is_read_and_not_run(helper: Assistant, tmp_path: Path) -> None:
    told = tmp_path / "ran"
    os.chmod(tmp_path, 0o777)  # noqa: PTH101, S103 - whoever ran it could write there
    code = f"import pathlib\npathlib.Path({str(told)!r}).write_text('x')\nvalue = [1]\nvalue.app|"
    assert (await ask(helper, "complete", code))["items"]
    assert not told.exists()


# -- the wall --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give it a user id of its own")
async def test_it_is_behind_the_wall(probing: Assistant, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o644)
    found = await ask(probing, "hover", str(secret))
    uid = found.pop("uid")
    assert uid not in {0, os.getuid()}
    assert found.pop("own_folder") == "done"
    assert found.pop("ruff") == "done"
    assert set(found.values()) <= {"PermissionError", "FileNotFoundError", "ProcessLookupError", "OSError"}, found
    assert found["socket"] == found["unix"] == "PermissionError"


# -- bounds ----------------------------------------------------------------------------------------------------


async def test_a_question_has_an_end(probing: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "ANSWER_S", 0.3)
    with pytest.raises(NoAnswer, match="no answer within"):
        await ask(probing, "hover", "sleep")
    monkeypatch.undo()
    assert (await ask(probing, "hover", "again"))["socket"]


async def test_a_process_that_dies_is_replaced(probing: Assistant) -> None:
    with pytest.raises(NoAnswer, match="ended twice"):
        await ask(probing, "hover", "end")
    assert (await ask(probing, "hover", "again"))["socket"]
    child = probing._child
    assert child is not None
    os.kill(child.pid, signal.SIGKILL)
    assert (await ask(probing, "hover", "again"))["socket"]


async def test_one_client_may_not_have_many_questions_waiting(probing: Assistant) -> None:
    most = outside.WAITING_PER_CLIENT
    asked = [asyncio.create_task(probing.ask("many", "hover", "x", 1, 0)) for _ in range(most + 1)]
    done = await asyncio.gather(*asked, probing.ask("other", "hover", "x", 1, 0), return_exceptions=True)
    refused = [one for one in done if isinstance(one, RunRefused)]
    assert [one.reason for one in refused] == ["client_busy"]
    assert len(done) - len(refused) == most + 1


async def test_a_question_nobody_waits_for_any_more_leaves_the_next_alone(probing: Assistant) -> None:
    asked = asyncio.create_task(ask(probing, "hover", "gone"))
    await asyncio.sleep(0)
    asked.cancel()
    assert (await ask(probing, "hover", "again"))["socket"]


async def test_asking_starts_it_and_says_so_until_it_is_ready(tmp_path: Path) -> None:
    one = _Probing(settings(var_dir=tmp_path, uid_base=62400))
    assert one.state == "asleep"
    with pytest.raises(RunRefused) as refused:
        await ask(one, "hover", "x")
    assert (refused.value.reason, refused.value.retry_after_s) == ("starting", 3)
    assert one.wake() == "starting"
    await one.started()
    assert (await ask(one, "hover", "x"))["socket"]
    assert one._pool is not None
    assert one._child is not None
    pids = [one._pool.host.pid, one._child.pid]
    folder = one._pool._root
    await one.stop()
    assert await asyncio.to_thread(_left, [Path(f"/proc/{pid}") for pid in pids] + [folder]) == []


def _left(paths: list[Path]) -> list[Path]:
    return [path for path in paths if path.exists()]


async def test_it_may_be_switched_off(tmp_path: Path) -> None:
    one = Assistant(settings(var_dir=tmp_path, assist=False))
    assert one.wake() == "off"
    with pytest.raises(RunRefused) as refused:
        await ask(one, "hover", "x")
    assert refused.value.reason == "no_help"
    await one.stop()


async def test_without_a_whole_wall_there_is_no_help(tmp_path: Path) -> None:
    one = _Probing(settings(var_dir=tmp_path, uid_base=62500), disabled=frozenset({"seccomp"}))
    one.wake()
    await one.started()
    assert one.state == "off"
    await one.stop()


async def test_where_it_can_not_be_started_it_is_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Assistant):
        def _make_host(self) -> Host:
            return Host(self._settings, python="/nowhere/python")

    one = Broken(settings(var_dir=tmp_path))
    one.wake()
    await one.started()
    assert one.state == "failed"
    with pytest.raises(RunRefused) as refused:
        await ask(one, "hover", "x")
    assert refused.value.reason == "starting"
    monkeypatch.setattr(outside, "RETRY_S", -1.0)
    assert one.wake() == "starting"
    await one.stop()
