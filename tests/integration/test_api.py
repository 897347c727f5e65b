"""The API over ASGI and over a real socket: shapes, problems, limits, and what closing a response does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.runs.models import RunRefused, RunRequest
from tests.fakes import FakeEngine, Step, say
from tests.web import in_process, make_app, serving, write_notes

RUNS = "/api/v1/runs"
EVENTS = {"Accept": "text/event-stream"}


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
async def client(notes: Path, engine: FakeEngine) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes, engine)) as opened:
        yield opened


async def test_a_finished_run(client: httpx.AsyncClient) -> None:
    response = await client.post(RUNS, json={"code": "print('hello')"})
    assert response.status_code == 200
    body = response.json()
    assert set(body) >= {"id", "status", "device", "runtime", "seed", "queued_ms", "wall_ms", "cpu_ms"}
    assert (body["status"], body["stdout"]) == ("ok", "hello\n")
    assert [event["kind"] for event in body["events"]] == ["queued", "started", "stdout", "done"]


async def test_a_snippet_runs_as_its_file_or_as_a_reader_sees_it(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    await client.post(RUNS, json={"snippet": "sample/checks"})
    await client.post(RUNS, json={"snippet": "sample/hello", "lang": "zh", "seed": 3, "timeout": 2, "stdin": "in"})
    file, view = engine.requests
    assert file.code.startswith("# /// note")
    assert (file.seed, file.snippet) == (11, "sample/checks")
    assert view.code.startswith("# 打招呼\nprint")
    assert (view.seed, view.timeout_s, view.stdin) == (3, 2, "in")


async def test_events_as_they_happen(client: httpx.AsyncClient) -> None:
    response = await client.post(RUNS, json={"code": "x"}, headers=EVENTS)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = []
    for part in response.text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in part.split("\n"))
        events.append((fields["event"], fields["id"], json.loads(fields["data"])))
    assert [event for event, _, _ in events] == ["queued", "started", "stdout", "done"]
    assert [ident for _, ident, _ in events] == ["0", "1", "2", "3"]
    assert events[2][2]["text"] == "hello\n"


async def test_failing_code_is_a_successful_request_and_finds_its_note(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    message = "index 7 is out of bounds for dimension 0 with size 3"
    engine.script = say(
        ("error", 1, {"type": "IndexError", "message": message, "traceback": "", "frames": []}), status="error"
    )
    body = (await client.post(RUNS, json={"code": "x"})).json()
    assert body["status"] == "error"
    assert body["error"]["note"] == "sample"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "exactly one"),
        ({"code": "x", "snippet": "y"}, "exactly one"),
        ({"code": "x", "surprise": 1}, "surprise"),
        ({"code": "x", "device": "tpu"}, "device"),
        ({"code": "x", "seed": -1}, "seed"),
        ({"code": "x", "timeout": 0}, "timeout"),
        ({"snippet": "sample/none"}, "sample/none"),
        ({"snippet": "none"}, "none"),
    ],
)
async def test_an_invalid_request_is_told_what_is_wrong(
    client: httpx.AsyncClient, body: dict[str, Any], said: str
) -> None:
    response = await client.post(RUNS, json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert set(problem) >= {"type", "title", "status", "detail"}
    assert said in problem["detail"]


async def test_broken_json_is_a_problem_too(client: httpx.AsyncClient) -> None:
    response = await client.post(RUNS, content=b"{", headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("reason", "status", "retry"),
    [("queue_full", 503, 4), ("client_busy", 429, 1), ("no_wall", 403, None), ("invalid", 422, None)],
)
@pytest.mark.parametrize("headers", [{}, EVENTS])
async def test_refusals_are_problems_in_the_readers_language(  # noqa: PLR0917 - parametrised
    client: httpx.AsyncClient, engine: FakeEngine, reason: str, status: int, retry: int | None, headers: dict[str, str]
) -> None:
    engine.refuse = RunRefused(reason, "because", retry)
    response = await client.post(RUNS, json={"code": "x"}, headers={**headers, "Accept-Language": "zh"})
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers.get("retry-after") == (str(retry) if retry else None)
    assert any("\u4e00" <= char <= "\u9fff" for char in response.json()["title"])


async def test_code_over_the_limit_is_too_large(notes: Path) -> None:
    async with in_process(make_app(notes, code_bytes=2048)) as client:
        assert (await client.post(RUNS, json={"code": "#" * 2048})).status_code == 200
        response = await client.post(RUNS, json={"code": "#" * 2049})
        assert response.status_code == 413
        assert "2,048 bytes" in response.json()["detail"]


async def test_a_large_body_is_refused_by_what_it_announces_and_by_what_comes(notes: Path) -> None:
    app = make_app(notes, code_bytes=1024, stdin_bytes=0)

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(64):
            yield b" " * 4096
            await asyncio.sleep(0)

    async with in_process(app) as client:
        announced = await client.post(RUNS, content=b" " * 200_000, headers={"Content-Type": "application/json"})
        chunked = await client.post(RUNS, content=chunks(), headers={"Content-Type": "application/json"})
    for response in (announced, chunked):
        assert response.status_code == 413
        assert response.headers["content-type"] == "application/problem+json"


async def test_a_run_is_stopped_from_outside_and_keeps_what_it_wrote(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    engine.script = say(("stdout", 1, {"text": "before\n"}), 30.0)
    running = asyncio.create_task(client.post(RUNS, json={"code": "x"}))
    while not engine.requests:  # noqa: ASYNC110 - the fake tells nobody
        await asyncio.sleep(0.01)
    assert (await client.delete(f"{RUNS}/run-1")).status_code == 204
    body = (await running).json()
    assert (body["status"], body["stdout"]) == ("cancelled", "before\n")
    gone = await client.delete(f"{RUNS}/run-1")
    assert gone.status_code == 404
    assert gone.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("headers", [{}, EVENTS])
async def test_closing_the_connection_cancels(notes: Path, engine: FakeEngine, headers: dict[str, str]) -> None:
    engine.script = say(30.0)
    async with serving(make_app(notes, engine)) as url, httpx.AsyncClient(base_url=url) as client:
        with pytest.raises(httpx.ReadTimeout):
            await client.post(RUNS, json={"code": "x"}, headers=headers, timeout=0.3)
        for _ in range(100):
            if engine.closed:
                break
            await asyncio.sleep(0.02)
        assert engine.closed == ["run-1"]


async def test_notes_and_claims(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/v1/notes")).json()["notes"]
    assert [note["slug"] for note in listed] == ["sample"]
    assert listed[0]["title"] == {"en": "A sample note", "zh": "一篇样例笔记"}
    whole = (await client.get("/api/v1/notes/sample")).json()
    assert [snippet["key"] for snippet in whole["snippets"]] == ["sample/hello", "sample/checks"]
    assert whole["snippets"][0]["code"]["zh"].startswith("# 打招呼")
    assert [block["kind"] for block in whole["body"]["en"]] == [
        "prose",
        "heading",
        "prose",
        "snippet",
        "claim",
        "heading",
        "snippet",
    ]
    (claim,) = (await client.get("/api/v1/claims")).json()["claims"]
    assert (claim["id"], claim["verdict"], claim["proof"]) == ("sums-hold", "false", "sample/checks")
    missing = await client.get("/api/v1/notes/none")
    assert missing.status_code == 404
    assert missing.headers["content-type"] == "application/problem+json"


async def test_how_the_service_is(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")
    await client.post(RUNS, json={"code": "x"})
    metrics = (await client.get("/metrics")).text
    assert 'fieldnotes_runs_total{status="ok"} 1.0' in metrics
    assert 'route="/api/v1/runs",status="200"' in metrics
    assert "fieldnotes_warm 2.0" in metrics
    runtimes = (await client.get("/api/v1/runtimes")).json()["runtimes"]
    own = {"runtime": "2.13.0+cpu", "torch": "2.13.0+cpu", "python": "3.11.7", "devices": ["cpu"]}
    assert runtimes == [{**own, "ready": True, "problem": None}]


@pytest.mark.parametrize("path", ["/", "/en/", "/zh/notes/sample", "/healthz", "/api/v1/notes", "/en/none"])
async def test_head_answers_as_get_does_without_the_body(client: httpx.AsyncClient, path: str) -> None:
    got, head = await client.get(path), await client.head(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers.get("content-type") == got.headers.get("content-type")
    assert "content-security-policy" in head.headers


async def test_a_wrong_method_names_the_right_ones(client: httpx.AsyncClient) -> None:
    response = await client.put(RUNS, json={})
    assert response.status_code == 405
    assert "POST" in response.headers["allow"]


async def test_requests_carry_an_id(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz", headers={"X-Request-ID": "abc-1"})).headers["x-request-id"] == "abc-1"
    assert len((await client.get("/healthz", headers={"X-Request-ID": "bad id\x01"})).headers["x-request-id"]) == 32


async def test_a_crash_of_ours_is_a_plain_problem(client: httpx.AsyncClient, engine: FakeEngine) -> None:

    def crash(_request: RunRequest) -> list[Step]:
        raise ZeroDivisionError

    engine.script = crash
    response = await client.post(RUNS, json={"code": "x"})
    assert response.status_code == 500
    assert response.json()["title"] == "Something broke here"
    assert "ZeroDivision" not in response.text


async def test_the_reference_lists_the_operations(client: httpx.AsyncClient) -> None:
    text = (await client.get("/docs")).text
    for path in ("/api/v1/runs", "/api/v1/runs/{run_id}", "/api/v1/notes", "/api/v1/claims", "/api/v1/runtimes"):
        assert path in text
    assert "exactly one" not in (await client.get("/api/v1/openapi.json")).json()["info"].get("description", "")
