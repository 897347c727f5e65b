"""What a run believes of what its child says, and how much of it."""

from __future__ import annotations

from typing import Any

import pytest

from app.runs.models import RunRequest
from app.runs.run import Run
from tests.support import settings

ERROR: dict[str, Any] = {"kind": "error", "type": "E", "message": "m", "traceback": "t", "frames": []}


def new_run(**changes: Any) -> Run:
    return Run("id", RunRequest(code="x"), settings(**changes))


async def kinds(run: Run) -> list[str]:
    if not run.ending.done():
        run.take({"kind": "done", "status": "ok"})
    run.finish(run.ending.result(), queued_ms=0, wall_ms=0)
    return [event.kind async for event in run.follow()]


async def test_what_is_sent_once_at_the_end_is_not_taken_without_end() -> None:
    run = new_run()
    for _ in range(100):
        run.take(ERROR)
        run.take({"kind": "variables", "variables": []})
    assert (await kinds(run)).count("error") == 8
    assert (await kinds(run)).count("variables") == 1


@pytest.mark.parametrize(
    "frame",
    [
        {"kind": "statement"},
        {"kind": "nonsense"},
        {"kind": "value", "data": 1},
        {"kind": "queued", "id": "another"},
        ERROR,
    ],
    ids=["statements", "unknown", "malformed", "another's", "errors"],
)
async def test_frames_that_show_nothing_end_the_run_all_the_same(frame: dict[str, Any]) -> None:
    run = new_run(events=10, output_bytes=1024)
    for _ in range(1024 + 1 + 50 * 10):
        assert not run.ending.done()
        run.take(frame)
    run.take(frame)
    assert (run.ending.result().status, run.ending.result().reason) == ("output", "events")


async def test_values_beyond_the_limit_are_left_out_and_twice_as_many_end_the_run() -> None:
    run = new_run(events=10)
    value = {"kind": "value", "data": {"text/plain": "1"}}
    for _ in range(20):
        run.take(value)
    assert not run.ending.done()
    run.take(value)
    assert run.ending.result().reason == "events"
    seen = await kinds(run)
    assert (seen.count("value"), seen.count("truncated")) == (10, 1)


async def test_bytes_of_figures_are_bounded_however_they_are_packed() -> None:
    packed: dict[str, Any] = {"k" * 1000: 0, "rows": [[0]] * 100}
    run = new_run(figure_bytes=10_000)
    for _ in range(1000):
        run.take({"kind": "value", "data": {"application/vnd.fieldnotes.tensor+json": packed}})
        if run.ending.done():
            break
    assert run.ending.result().status == "output"
    assert (await kinds(run)).count("value") < 10


async def test_a_child_can_not_speak_for_the_engine() -> None:
    run = new_run()
    for kind in ("queued", "started"):
        run.take({"kind": kind, "id": "another", "device": "cuda", "seed": 1, "runtime": "9"})
    run.take({"kind": "done", "status": "timeout", "reason": "lost", "message": "trust me", "seq": 99, "wall_ms": 1})
    run.finish(run.ending.result(), queued_ms=1, wall_ms=2)
    (done,) = [event.as_dict() async for event in run.follow()]
    assert (done["kind"], done["status"], done["reason"], done["seq"]) == ("done", "error", "", 0)
    assert done["message"] == "Ended by the exception that is shown at its line. Change that line, or catch it."


@pytest.mark.parametrize("frame", [{}, {"cpu_ms": None}, {"cpu_ms": -1}, {"cpu_ms": True, "peak_memory_bytes": []}])
async def test_numbers_of_an_ending_that_are_none_are_not_believed(frame: dict[str, Any]) -> None:
    run = new_run()
    run.take({"kind": "done", "status": "ok", **frame})
    assert run.ending.result().status == "ok"
    assert run.cpu_ms is None
