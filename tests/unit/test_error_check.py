"""``python -m app check`` counts the errors that it reproduced, and runs no more at once than there are processors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.notes.library import Library
from app.proofs import check as proofs
from app.proofs.board import error_standing, page_standing
from app.runs.models import Capacity, Event, RunRequest
from tests.error_pages import MESSAGE, SLUG, write_error
from tests.fakes import DONE, FakeEngine, say
from tests.web import write_notes

PASS = ("assertion", 9, {"passed": True, "source": "x", "message": ""})


def raising(message: str, kind: str = "RuntimeError") -> Any:
    error = {"type": kind, "message": message, "traceback": "", "frames": []}

    def script(request: RunRequest) -> Any:
        if request.snippet == f"{SLUG}/repro":
            return say(("error", 8, error), status="error")(request)
        return say(PASS)(request)

    return script


@pytest.fixture
def library(tmp_path: Path) -> Library:
    notes = write_notes(tmp_path / "notes")
    write_error(notes)
    return Library.load(notes)


async def report_of(engine: FakeEngine, library: Library, **options: Any) -> proofs.Report:
    report = proofs.Report()
    async for finding in proofs.check(engine, library, **options):
        report.add(finding)
    return report


async def test_a_reproduced_error_is_counted_and_shown_on_the_board(library: Library) -> None:
    engine = FakeEngine(raising("mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)"))
    report = await report_of(engine, library, slugs=frozenset({SLUG}), record=True)
    assert report.ok
    counts = proofs.summary(report)
    assert counts["errors"] == {"declared": 1, "ran": 1, "passed": 1, "failed": 0, "skipped": 0}
    assert counts["snippets"]["declared"] == 2
    page = library.errors[SLUG]
    assert error_standing(page).state == "proven"
    (result,) = page_standing(page).results
    assert (result.torch, result.device, result.holds, result.checks) == ("2.13.0", "cpu", True, 1)


async def test_an_error_that_says_something_else_is_not_the_pages(library: Library) -> None:
    engine = FakeEngine(raising("the widths do not meet"))
    report = await report_of(engine, library, slugs=frozenset({SLUG}), record=True)
    assert not report.ok
    (found,) = report.errors
    assert found.outcome == "failed"
    assert MESSAGE in found.reason
    assert error_standing(library.errors[SLUG]).state == "failed"


async def test_an_error_of_another_type_fails(library: Library) -> None:
    engine = FakeEngine(raising("mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)", kind="ValueError"))
    report = await report_of(engine, library, slugs=frozenset({SLUG}), record=True)
    assert [item.outcome for item in report.errors] == ["failed"]


async def test_without_the_device_it_is_skipped_and_said_to_be_open(library: Library, tmp_path: Path) -> None:
    notes = write_notes(tmp_path / "others")
    write_error(notes, repro_py=('# raises = "RuntimeError"', '# device = "cuda"\n# raises = "RuntimeError"'))
    library = Library.load(notes)
    report = await report_of(FakeEngine(say(PASS)), library, slugs=frozenset({SLUG}), record=True)
    (found,) = report.errors
    assert (found.outcome, report.ok) == ("skipped", True)
    assert error_standing(library.errors[SLUG]).state == "missing"


async def test_a_fact_is_proven_by_what_shows_it(library: Library, tmp_path: Path) -> None:
    notes = write_notes(tmp_path / "others")
    facts = 'by-claim = "sums-hold"\nby-section = "check"\nby-claims-below = "hello"\n'
    (notes / "sample" / "facts.toml").write_text(facts, "utf-8")
    library = Library.load(notes)
    report = await report_of(FakeEngine(say(PASS)), library, record=True)
    assert {item.fact: item.outcome for item in report.facts} == dict.fromkeys(
        ("by-claim", "by-section", "by-claims-below"), "passed"
    )
    failing = ("assertion", 6, {"passed": False, "source": "x", "message": ""})
    report = await report_of(FakeEngine(say(failing)), library, record=True)
    assert {item.outcome for item in report.facts} == {"failed"}
    assert proofs.summary(report)["facts"]["failed"] == 3


async def test_what_nothing_shows_is_not_counted_as_proven(tmp_path: Path) -> None:
    notes = write_notes(tmp_path / "others")
    for lang in ("en", "zh"):
        page = notes / "sample" / f"{lang}.md"
        page.write_text(
            page.read_text("utf-8") + "\n## Told 说 {#told}\n".replace("说 " if lang == "en" else "", ""), "utf-8"
        )
    (notes / "sample" / "facts.toml").write_text('told-1 = "told"\n', "utf-8")
    report = await report_of(FakeEngine(say(PASS)), Library.load(notes), record=True)
    assert [item.outcome for item in report.facts] == ["skipped"]
    assert report.ok


class Counting(FakeEngine):
    """Remembers how many runs went on at once, and which ones went on alone."""

    def __init__(self) -> None:
        super().__init__()
        self.now = self.most = 0
        self.alone: list[str] = []
        self.slow: set[str] = set()

    async def run(self, request: RunRequest) -> AsyncIterator[Event]:
        key = str(request.snippet)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            yield Event("queued", 0, 0.0, None, {"id": key, "position": 0, "expected_wait_ms": 0})
            started = {"device": request.device, "runtime": "2.13.0", "seed": 7, "timeout_s": 10}
            yield Event("started", 1, 0.0, None, started)
            await asyncio.sleep(0.01)
            status = "ok"
            if key in self.slow:
                self.slow.remove(key)
                status = "timeout"
            elif self.now == 1:
                self.alone.append(key)
            yield Event("done", 2, 0.0, None, {**DONE, "status": status})
        finally:
            self.now -= 1

    def capacity(self) -> Capacity:
        return Capacity(slots=64, running=self.now, queued=0, queue=8, warm=2)


async def test_no_more_run_at_once_than_there_are_processors(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "usable_cpus", lambda: 2)
    engine = Counting()
    await report_of(engine, library, record=True)
    assert engine.most == 2


async def test_what_ran_out_of_time_runs_again_alone(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "usable_cpus", lambda: 3)
    engine = Counting()
    engine.slow = {"sample/hello", f"{SLUG}/fix"}
    report = await report_of(engine, library, record=True)
    outcomes = {item.snippet.key: item.result and item.result.status for item in report.snippets}
    assert outcomes["sample/hello"] == outcomes[f"{SLUG}/fix"] == "ok"
    assert {"sample/hello", f"{SLUG}/fix"} <= set(engine.alone)
