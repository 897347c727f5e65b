"""Further torch versions: how they are named, asked for, kept apart, and told of on the board."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from app.notes.library import Library
from app.proofs import check as proofs
from app.proofs import elsewhere
from app.proofs.board import standing
from app.runs.engine import NoSuchRuntime, facts_of
from app.runs.models import RunRefused
from app.runs.runtimes import Named, Runtime, Runtimes, block_of, named
from app.settings import for_runtime
from app.web.compare import chosen
from app.web.places import places_for, places_of
from tests.fakes import FakeEngine, say
from tests.support import settings
from tests.web import write_notes

HOLDS = ("assertion", 9, {"passed": True, "source": "x", "message": ""})
FAILS = ("assertion", 9, {"passed": False, "source": "x == 1", "message": ""})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("/a/bin/python", (Named("/a/bin/python"),)),
        (" old=/a/python , /b/python,", (Named("/a/python", "old"), Named("/b/python"))),
    ],
)
def test_interpreters_are_named_by_their_path_and_perhaps_a_name(text: str, expected: tuple[Named, ...]) -> None:
    assert named(text) == expected


def test_a_runtime_answers_to_its_name_its_torch_and_its_release() -> None:
    one = Runtime(settings(), Named("/work/.venv-2.14.1/bin/python", "new"), 0, frozenset())
    one.torch = "2.14.1+cu130"
    assert all(one.answers_to(name) for name in ("new", "2.14.1+cu130", "2.14.1"))
    assert not one.answers_to("2.14")
    assert one.name == "new"
    unknown = Runtime(settings(), Named("/work/.venv-2.14.1/bin/python"), 0, frozenset())
    assert unknown.name == ".venv-2.14.1"  # readers need not know where it lies


def test_no_two_pools_share_a_seat() -> None:
    chosen_settings = settings(slots=200, warm=200)
    most = 2 * (200 + 200) * 2 + 8
    starts = [block_of(chosen_settings, number) for number in range(4)]
    assert all(after - before >= most for before, after in itertools.pairwise(starts))


def test_one_that_is_not_ready_is_told_apart_from_one_that_is_not_there() -> None:
    both = Runtimes(settings(runtimes="new=/a/python,broken=/b/python"), frozenset())
    list(both)[1].problem = "its interpreter can't import torch"
    for name, reason in (("new", "starting"), ("broken", "invalid"), ("other", "invalid")):
        with pytest.raises(RunRefused) as refused:
            both.find(name, "2.13.0")
        assert refused.value.reason == reason
    assert "served: 2.13.0" in str(refused.value)


def test_facts_are_those_of_the_runtime_that_is_asked_for() -> None:
    engine = FakeEngine(runtimes=("2.14.1+cu130", "2.15.0?"))
    assert facts_of(engine, None)["torch"] == "2.13.0+cpu"
    assert facts_of(engine, "2.14.1")["runtime"] == "2.14.1+cu130"
    with pytest.raises(NoSuchRuntime, match="not ready"):
        facts_of(engine, "2.15.0")
    with pytest.raises(NoSuchRuntime, match=r"served: 2\.13\.0"):
        facts_of(engine, "1.0")


def test_two_sides_are_two_places_as_far_as_there_are_two() -> None:
    def values(engine: FakeEngine, left: str = "", right: str = "") -> tuple[str, str]:
        one, other = chosen(places_of(engine), (left, right))
        return one.value, other.value

    one = FakeEngine()
    assert values(one) == ("2.13.0+cpu@cpu", "2.13.0+cpu@cpu")
    assert values(FakeEngine(devices=("cpu", "cuda"))) == ("2.13.0+cpu@cpu", "2.13.0+cpu@cuda")
    both = FakeEngine(devices=("cpu", "cuda"), runtimes=("2.14.1", "2.15.0?"))
    assert values(both) == ("2.13.0+cpu@cpu", "2.14.1@cpu")
    assert values(both, "2.14.1@cuda") == ("2.14.1@cuda", "2.13.0+cpu@cuda")
    assert values(both, "2.13.0@cpu", "2.13.0@cuda") == ("2.13.0+cpu@cpu", "2.13.0+cpu@cuda")
    assert values(both, "nonsense", "2.15.0@cpu") == ("2.13.0+cpu@cpu", "2.14.1@cpu")


def test_a_program_for_one_device_is_compared_on_several_versions_of_torch() -> None:
    both = FakeEngine(devices=("cpu", "cuda"), runtimes=("2.14.1",))
    for device, count in (("any", 4), ("cpu", 2), ("cuda", 2), ("cuda:2", 2)):
        assert len(places_for(both, device)) == count
    one, other = chosen(places_of(both), ("", ""), "cuda")
    assert (one.value, other.value) == ("2.13.0+cpu@cuda", "2.14.1@cuda")


# -- the board -------------------------------------------------------------------------------------------------


async def checked(engine: FakeEngine, library: Library, runtime: str | None, **options: Any) -> proofs.Report:
    report = proofs.Report()
    async for finding in proofs.check(engine, library, runtime=runtime, **options):
        report.add(finding)
    return report


async def test_the_board_keeps_each_version_for_itself(tmp_path: Path) -> None:
    directory = write_notes(tmp_path / "notes")
    library = Library.load(directory)
    (claim,) = library.claims()
    engine = FakeEngine(say(HOLDS), runtimes=("2.14.1+cu130",))
    await checked(engine, library, None, record=True)
    engine.script = say(FAILS)
    report = await checked(engine, library, "2.14.1", record=True)
    assert not report.ok
    assert {request.runtime for request in engine.requests} == {None, "2.14.1+cu130"}
    elsewhere.record(directory, library, facts_of(engine, "2.14.1"), report.snippets)
    stands = standing(library, claim)
    assert [(one.release, one.device, one.holds) for one in stands.results] == [
        ("2.13.0", "cpu", True),
        ("2.14.1", "cpu", False),
    ]
    assert stands.state == "failed"
    assert "x == 1" in stands.results[1].why

    engine.script = say(HOLDS)
    report = await checked(engine, library, "2.14.1", record=True)
    elsewhere.record(directory, library, facts_of(engine, "2.14.1"), report.snippets)
    stands = standing(library, claim)
    assert [one.holds for one in stands.results] == [True, True]
    assert stands.state == "proven"


async def test_what_only_a_cpu_build_says_is_not_asked_of_another(tmp_path: Path) -> None:
    directory = write_notes(tmp_path / "notes")
    path = directory / "sample" / "checks.py"
    path.write_text(path.read_text("utf-8").replace("# seed = 11", '# needs = "a CPU build"'), "utf-8")
    library = Library.load(directory)
    engine = FakeEngine(say(FAILS), runtimes=("2.14.1+cu130", "2.15.0+cpu"))
    outcomes = {}
    for runtime in ("2.14.1", "2.15.0"):
        report = await checked(engine, library, runtime)
        outcomes[runtime] = {one.snippet.key: one.outcome for one in report.snippets}["sample/checks"]
        elsewhere.record(directory, library, facts_of(engine, runtime), report.snippets)
    assert outcomes == {"2.14.1": "skipped", "2.15.0": "failed"}
    kept = json.loads((directory / elsewhere.FILE).read_text("utf-8"))
    assert [one["torch"] for one in kept["sample/checks"]] == ["2.15.0+cpu"]


@pytest.mark.parametrize(
    ("raised", "wanted", "is_one"),
    [
        ("RuntimeError", "RuntimeError", True),
        ("NotImplementedError", "RuntimeError", True),
        ("RuntimeError", "NotImplementedError", False),
        ("torch.OutOfMemoryError", "OutOfMemoryError", True),
        ("torch.OutOfMemoryError", "RuntimeError", False),
        ("print", "object", False),
    ],
)
def test_an_exception_is_what_except_would_take_it_for(raised: str, wanted: str, *, is_one: bool) -> None:
    assert proofs.is_kind_of(raised, wanted) is is_one


async def test_on_another_version_outputs_may_differ_from_the_recorded_ones(tmp_path: Path) -> None:
    library = Library.load(write_notes(tmp_path / "notes"))
    engine = FakeEngine(say(HOLDS, ("stdout", 1, {"text": "2.13\n"})), runtimes=("2.14.1",))
    await checked(engine, library, None, record=True)
    engine.script = say(HOLDS, ("stdout", 1, {"text": "2.14\n"}))
    assert not (await checked(engine, library, None)).ok
    assert (await checked(engine, library, "2.14.1")).ok


async def test_a_board_that_can_not_be_read_is_no_board(tmp_path: Path) -> None:
    directory = write_notes(tmp_path / "notes")
    (directory / elsewhere.FILE).write_text(json.dumps({"sample/checks": [{"torch": "2.14.1"}]}), "utf-8")
    library = Library.load(directory)
    (claim,) = library.claims()
    assert standing(library, claim).state == "missing"


def test_a_program_for_one_torch_starts_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.settings.ROOT", tmp_path)
    python = tmp_path / ".venv-2.14.1" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    several = settings(runtimes="/a/python")
    assert for_runtime(several, None).runtimes == ""
    assert for_runtime(several, "2.14.1").runtimes == "/a/python"
    assert for_runtime(settings(), "2.14.1").runtimes == str(python)
    assert for_runtime(settings(), "9.9").runtimes == ""
