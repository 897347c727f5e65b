"""Looking inside, from a request to its events and its page, through the real engine."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.runs.local import LocalEngine
from app.runs.looks_intake import MAX_WEIGHT
from tests.fakes import FakeEngine
from tests.looks import BASE
from tests.support import run
from tests.web import in_process, make_app, write_notes

RUNS = "/api/v1/runs"
ALL = ["storages", "steps", "graphs"]
CODE = BASE + "d = x.detach()\nx.add_(1)\nw = torch.ones(6, requires_grad=True)\nloss = (w * x).sum()\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = write_notes(tmp_path / "notes")
    hello = folder / "sample" / "hello.py"
    hello.write_text(hello.read_text("utf-8").partition("print")[0] + CODE, "utf-8")
    return folder


@pytest.fixture
async def client(notes: Path, engine: LocalEngine) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes, engine)) as opened:
        yield opened


async def test_a_request_says_how_to_look_and_each_look_is_an_event(client: httpx.AsyncClient) -> None:
    body = (await client.post(RUNS, json={"code": CODE, "looks": ["graphs", "storages", "steps"]})).json()
    kinds = [event["kind"] for event in body["events"]]
    assert kinds[-5:] == [*ALL, "variables", "done"]
    storages, steps, graphs = body["events"][-5:-2]
    shared = next(item for item in storages["storages"] if len(item["views"]) > 1)
    assert [view["name"] for view in shared["views"]] == ["x", "d"]
    write = next(step for step in steps["steps"] if "add_" in step["source"])
    assert [(row["name"], row["change"], row["through"]) for row in write["rows"]] == [
        ("x", "in_place", None),
        ("d", "in_place", "x"),
    ]
    assert [node["name"] for node in graphs["graphs"][0]["nodes"]] == ["SumBackward0", "MulBackward0", "AccumulateGrad"]


async def test_one_look_brings_one_event_and_none_brings_none(client: httpx.AsyncClient) -> None:
    for looks in ([], ["steps"]):
        body = (await client.post(RUNS, json={"code": CODE, "looks": looks})).json()
        assert [event["kind"] for event in body["events"] if event["kind"] in ALL] == looks


@pytest.mark.parametrize("looks", [["memory"], "steps", [1], ["steps"] * 4, {"steps": True}])
async def test_another_look_is_a_request_that_is_wrong(client: httpx.AsyncClient, looks: object) -> None:
    response = await client.post(RUNS, json={"code": "x", "looks": looks})
    assert response.status_code == 422
    assert "looks" in response.json()["errors"][0]["where"]


async def test_events_of_looks_come_in_a_stream_too(client: httpx.AsyncClient) -> None:
    response = await client.post(RUNS, json={"code": CODE, "looks": ALL}, headers={"Accept": "text/event-stream"})
    kinds = [line.removeprefix("event: ") for line in response.text.splitlines() if line.startswith("event: ")]
    assert kinds[-5:] == [*ALL, "variables", "done"]


UNTOUCHED = """
import gc, sys, torch, weakref

x = torch.arange(6.0, requires_grad=True)
y = x.detach()
z = (x * 2).exp()
alive = weakref.ref(z)
node = weakref.ref(x.grad_fn) if x.grad_fn else None
print(sys.getrefcount(x), sys.getrefcount(y), sys.getrefcount(z))
print(x._version, y._version, z._version, z.grad_fn.name(), len(gc.get_referrers(x)))
z.sum().backward()
print(x.grad.tolist() == (2 * z).tolist(), sys.getrefcount(x.grad))
del z
print(alive())
y.add_(1)
print(x._version, y._version)
print(torch.rand(3), torch.initial_seed())
print(torch.is_grad_enabled(), gc.isenabled(), sys.gettrace(), sorted(set(globals()) - {'__annotations__'}))
profile = torch.profiler.profile()
profile.__enter__();
product = x * 2
n = 1
profile.__exit__(None, None, None)
print(sorted(event.key for event in profile.key_averages()))
"""


async def test_a_run_that_is_looked_into_is_the_same_run(engine: LocalEngine) -> None:
    plain = await run(engine, UNTOUCHED, seed=5)
    looked = await run(engine, UNTOUCHED, seed=5, looks=("storages", "steps", "graphs"))
    assert plain.status == looked.status == "ok"
    assert looked.stdout == plain.stdout
    # torch's own profiler writes the time there
    assert not [line for line in looked.stderr.splitlines() if "profiler_st" not in line]
    assert [row["name"] for row in looked.variables] == [row["name"] for row in plain.variables]


async def test_a_run_that_fails_half_way_is_looked_at_where_it_stopped(engine: LocalEngine) -> None:
    result = await run(engine, CODE + "x.view(4)\nnever = 1\n", looks=("storages", "steps", "graphs"))
    assert result.status == "error"
    assert result.error is not None
    assert result.error["line"] == 7
    by_kind = {event["kind"]: event for event in result.events}
    assert [step["line"] for step in by_kind["steps"]["steps"] if step["failed"]] == [7]
    assert by_kind["graphs"]["graphs"][0]["of"] == "loss"


async def test_looking_counts_against_the_run(engine: LocalEngine) -> None:
    endless = CODE + "while True:\n    pass\n"
    result = await run(engine, endless, looks=("steps",), timeout_s=1.5)
    assert result.status == "timeout"
    assert [event["kind"] for event in result.events if event["kind"] in ALL] == []


async def test_a_thousand_statements_over_many_tensors_are_looked_at_within_bounds(engine: LocalEngine) -> None:
    code = "import torch\n" + "".join(f"t{n} = torch.ones(64) * {n}\n" for n in range(1000))
    result = await run(engine, code, looks=("storages", "steps", "graphs"), timeout_s=30)
    assert result.status == "ok"
    by_kind = {event["kind"]: event for event in result.events}
    assert by_kind["steps"]["stopped"] in {"steps", "time", "size"}
    assert by_kind["steps"]["left_out"] > 0
    assert all(len(json.dumps(by_kind[kind])) < MAX_WEIGHT for kind in ALL)


async def test_a_programs_own_alarm_still_ends_it(engine: LocalEngine) -> None:
    code = (
        "import signal, torch\n"
        "def late(*_):\n    raise TimeoutError('the alarm')\n"
        "signal.signal(signal.SIGALRM, late)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "xs = [torch.ones(60) for _ in range(50)]\n" + "n = 1\n" * 150 + "while True:\n    pass\n"
    )
    result = await run(engine, code, looks=("steps",))
    assert result.status == "error"
    assert result.error is not None
    assert result.error["message"] == "the alarm"


@pytest.mark.parametrize(("lang", "words"), [("en", "Step through time"), ("zh", "逐步回看")])
async def test_the_page_without_scripts_shows_it_all(client: httpx.AsyncClient, lang: str, words: str) -> None:
    address = f"/{lang}/notes/sample/runs"
    page = (await client.post(address, data={"snippet": "hello", "looks": "all"})).text
    assert words in page
    for part in ("look-storages", "look-steps", "look-graphs", "SumBackward0", "AccumulateGrad"):
        assert part in page
    plain = (await client.post(address, data={"snippet": "hello"})).text
    assert "look-steps" not in plain
    steps = (await client.post(address, data={"snippet": "hello", "looks": "steps"})).text
    assert "look-steps" in steps
    assert "look-graphs" not in steps


async def test_code_of_ones_own_is_looked_into_too(notes: Path) -> None:
    fake = FakeEngine()
    async with in_process(make_app(notes, fake)) as client:
        data: dict[str, Any] = {"snippet": "hello", "code": "x = 1\n", "looks": ["graphs", "steps"]}
        await client.post("/en/notes/sample/runs", data=data)
        await client.post("/en/playground", data={"code": "x = 1\n", "looks": "all"})
        await client.post("/en/playground", data={"code": "x = 1\n", "looks": "odd"})
    assert [request.looks for request in fake.requests] == [("steps", "graphs"), ("storages", "steps", "graphs"), ()]
