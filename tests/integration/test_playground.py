"""The playground and edited snippets as HTTP: what is run, what is refused, and the whole pages without scripts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from app.runs.models import RunRefused
from tests.fakes import DONE, FakeEngine, say
from tests.web import in_process, make_app, serving, write_notes

HTMX = {"HX-Request": "true", "Accept": "text/html, text/event-stream"}
CODE = "import torch\n\nx = 1\nprint(x)\nassert x\n"


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
async def client(notes: Path, engine: FakeEngine, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes, engine, var_dir=tmp_path / "var")) as opened:
        yield opened


def typed(text: str) -> str:
    """What is in the page's text field."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", text, re.DOTALL)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_opening_a_link_shows_its_code_and_runs_nothing(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str
) -> None:
    empty = await client.get(f"/{lang}/playground")
    assert "import torch" in typed(empty.text)
    response = await client.get(f"/{lang}/playground", params={"snippet": "sample/hello"})
    comment = "# greet" if lang == "en" else "# 打招呼"
    assert typed(response.text) == f'{comment}\nprint("hello")\n\nfor step in range(3):\n    print(step)\n'
    assert f'href="/{lang}/notes/sample"' in response.text
    assert f'action="/{lang}/playground?snippet=sample/hello#playground--main"' in response.text
    assert '<option value="sample/hello" selected>' in response.text
    assert engine.requests == []


@pytest.mark.parametrize("key", ["sample/nothing", "nothing/hello", "nothing", "../etc", "sample/hello/x"])
async def test_a_snippet_that_is_not_there(client: httpx.AsyncClient, key: str) -> None:
    response = await client.get("/en/playground", params={"snippet": key})
    assert response.status_code == 404
    assert "playground&#39;s menu" in response.text


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_without_scripts_the_answer_is_the_whole_page(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str
) -> None:
    engine.script = say(
        ("stdout", 4, {"text": "hello from line four\n"}), ("assertion", 5, {"passed": True, "source": "x"})
    )
    sent = {"code": CODE.replace("\n", "\r\n"), "device": "cpu", "seed": "42"}
    response = await client.post(f"/{lang}/playground", data=sent)
    assert response.status_code == 200
    assert typed(response.text) == CODE
    asked = engine.requests[0]
    assert (asked.code, asked.snippet, asked.device, asked.seed) == (CODE, None, "cpu", 42)
    before, after = response.text.split("hello from line four")
    assert 'data-n="4"' in before
    assert 'data-n="5"' in after
    assert 'value="42"' in response.text
    assert 'class="mark m-pass"' in response.text


async def test_multipart_is_taken_as_well(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    await client.post("/en/playground", files={"code": (None, "x = '猫'\n"), "looks": (None, "all")})
    assert engine.requests[0].code == "x = '猫'\n"
    assert engine.requests[0].looks == ("storages", "steps", "graphs")


async def test_the_device_that_was_chosen_stays_chosen(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.devices = ("cpu", "cuda")
    response = await client.post("/en/playground", data={"code": CODE, "device": "cuda"})
    assert engine.requests[0].device == "cuda"
    assert '<option value="cuda" selected>' in response.text


async def test_scripts_get_pieces_for_the_playgrounds_card(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.script = say(("stdout", 4, {"text": "so\n"}), 0.1, ("stdout", 5, {"text": "on\n"}))
    response = await client.post("/en/playground", data={"code": CODE}, headers=HTMX)
    assert response.headers["content-type"].startswith("text/event-stream")
    for target in ("sheet", "controls", "foot"):
        assert f"#playground--main-{target}" in response.text
    assert [f'id="playground--main-o{slot}"' in response.text for slot in range(5)] == [True] * 4 + [False]
    assert engine.requests[0].snippet is None


async def test_the_seed_is_free_unless_one_is_given(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    await client.post("/en/playground", data={"code": CODE, "seed": " "})
    await client.post("/en/playground", data={"code": CODE, "seed": "9223372036854775807"})
    await client.post("/en/playground", data={"code": CODE, "seed": "", "keep": "7"})
    assert [request.seed for request in engine.requests] == [None, 2**63 - 1, 7]


@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "9223372036854775808", "9" * 5000, "²"])
async def test_no_seed_is_refused_with_a_sentence(client: httpx.AsyncClient, engine: FakeEngine, seed: str) -> None:
    response = await client.post("/zh/playground", data={"code": CODE, "seed": seed})
    assert response.status_code == 422
    assert "随机种子" in response.text
    assert engine.requests == []


async def test_what_is_too_large_or_nowhere(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    response = await client.post("/en/playground", data={"code": "x" * 70_000})
    assert response.status_code == 413
    response = await client.post("/en/playground", data={"code": CODE, "device": "tpu"})
    assert response.status_code == 422
    source = {**HTMX, "HX-Source": "form#playground--main-form"}
    response = await client.post("/en/playground", data={"code": CODE, "device": "tpu"}, headers=source)
    assert "#playground--main-notice" in response.text
    assert engine.requests == []


@pytest.mark.parametrize(
    ("reason", "status", "says"),
    [("no_wall", 403, "edited code is not run"), ("client_busy", 429, "as many runs"), ("queue_full", 503, "queue")],
)
async def test_a_refusal_loses_nothing_that_was_typed(
    client: httpx.AsyncClient, engine: FakeEngine, reason: str, status: int, says: str
) -> None:
    engine.refuse = RunRefused(reason, "no", 3)
    response = await client.post("/en/playground", data={"code": CODE})
    assert response.status_code == status
    assert says in response.text
    assert typed(response.text) == CODE
    response = await client.post("/en/playground", data={"code": CODE}, headers=HTMX)
    assert response.status_code == status
    assert response.text.count("<hx-partial") == 1
    assert "#playground--main-notice" in response.text


async def test_an_edited_snippet_is_a_strangers_code_in_its_own_card(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    engine.script = say(("stdout", 2, {"text": "mine\n"}))
    data = {"snippet": "checks", "code": "y = 1\nprint(y)\n"}
    response = await client.post("/en/notes/sample/runs", data=data, headers=HTMX)
    assert 'id="sample--checks-o1"' in response.text
    asked = engine.requests[0]
    assert (asked.code, asked.snippet, asked.seed) == ("y = 1\nprint(y)\n", None, 11)
    await client.post("/en/notes/sample/runs", data={"snippet": "checks"}, headers=HTMX)
    assert (engine.requests[1].snippet, engine.requests[1].seed) == ("sample/checks", 11)


async def test_an_edited_snippet_without_scripts_is_its_note_with_the_edited_code(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    engine.refuse = RunRefused("no_wall", "no")
    response = await client.post("/en/notes/sample/runs", data={"snippet": "hello", "code": "my_own = 1\n"})
    assert response.status_code == 403
    assert "my_own" in response.text
    assert "edited code is not run" in response.text


async def test_a_program_that_is_no_python_is_run_and_shown(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    what: dict[str, object] = {"type": "SyntaxError", "message": "'(' was never closed", "traceback": "", "frames": []}
    engine.script = say(("error", 2, what), status="error")
    response = await client.post("/en/playground", data={"code": "x = 1\ny = (\n"})
    assert "was never closed" in response.text
    assert 'class="cl bad" id="playground--main-L2"' in response.text


async def test_every_snippet_leads_to_the_playground(client: httpx.AsyncClient) -> None:
    for lang in ("en", "zh"):
        text = (await client.get(f"/{lang}/notes/sample")).text
        for name in ("hello", "checks"):
            assert f'href="/{lang}/playground?snippet=sample/{name}"' in text
        assert f'href="/{lang}/playground"' in text


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_five_runs_with_one_seed_and_five_with_others(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str
) -> None:
    engine.script = lambda request: [
        ("value", 3, {"data": {"text/plain": "tensor(3.)"}}),
        ("value", 4, {"data": {"text/plain": f"tensor({request.seed}.5)"}}),
        ("done", None, DONE),
    ]
    response = await client.post(f"/{lang}/playground/spread", data={"code": CODE, "seed": "5"}, headers=HTMX)
    assert response.status_code == 200
    seeds = [request.seed for request in engine.requests]
    assert seeds[:5] == [5] * 5
    assert len(seeds) == 9
    assert len(set(seeds[5:])) == 4
    last = response.text.split("<hx-partial")[-1]
    assert 'data-ended="true"' in last
    head, body = last.split("<tbody>", 1)
    assert ("1 output depends" if lang == "en" else "有 1 个输出取决于种子") in head
    same = "the same" if lang == "en" else "相同"
    assert body.count(f"</span> {same}</span>") == 3
    assert body.count('class="spreads"') == 1
    assert ">5.5<" in body


async def test_the_spread_of_a_snippet_as_it_is_and_as_it_was_edited(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    await client.post("/en/playground/spread", data={"key": "sample/checks", "times": "2"}, headers=HTMX)
    assert {request.snippet for request in engine.requests} == {"sample/checks"}
    assert [request.seed for request in engine.requests][:2] == [11, 11]
    assert len(engine.requests) == 3
    engine.requests.clear()
    data = {"key": "sample/checks", "code": "1\n", "times": "2"}
    response = await client.post("/en/playground/spread", data=data, headers=HTMX)
    assert {request.snippet for request in engine.requests} == {None}
    assert "#sample--checks-spread" in response.text


async def test_the_spread_without_scripts_and_its_refusals(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    response = await client.post("/en/playground/spread", data={"code": CODE, "times": "999999"})
    assert response.status_code == 200
    assert len(engine.requests) == 9
    assert typed(response.text) == CODE
    assert "whatever the seed" in response.text
    response = await client.post("/en/playground/spread", data={"times": "2"})
    assert response.status_code == 422
    engine.refuse = RunRefused("client_busy", "no", 2)
    source = {**HTMX, "HX-Source": "button#playground--main-times"}
    response = await client.post("/en/playground/spread", data={"code": CODE}, headers=source)
    assert response.status_code == 429
    assert "#playground--main-notice" in response.text


async def test_a_run_that_is_ended_ends_the_spread(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.script = say(("stdout", 1, {"text": "a\n"}), status="timeout", reason="timeout", limit=10)
    response = await client.post("/en/playground/spread", data={"code": CODE}, headers=HTMX)
    assert len(engine.requests) == 1
    assert "out of time" in response.text


async def test_leaving_ends_the_spread(notes: Path, engine: FakeEngine, tmp_path: Path) -> None:
    engine.script = say(60.0)
    app = make_app(notes, engine, var_dir=tmp_path / "var")
    async with serving(app) as url, httpx.AsyncClient(base_url=url, timeout=30) as client:
        async with client.stream("POST", "/en/playground/spread", data={"code": CODE}, headers=HTMX) as response:
            async for _ in response.aiter_text():
                break
        await _until_closed(engine)
    assert engine.closed == ["run-1"]
    assert len(engine.requests) == 1


async def _until_closed(engine: FakeEngine) -> None:
    for _ in range(400):
        if engine.closed:
            return
        await asyncio.sleep(0.05)
