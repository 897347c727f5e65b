"""Choosing a torch, and the page that compares two places: over HTTP, with a scripted engine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import httpx
import pytest

from app.runs.models import RunRefused, RunRequest
from tests.fakes import DONE, FakeEngine, Step
from tests.web import in_process, make_app, write_notes

COMPARE = {lang: f"/{lang}/playground/compare" for lang in ("en", "zh")}
LANGS = pytest.mark.parametrize("lang", ["en", "zh"])
CODE = "x = 1\nprint(x)\nprint('same')\n"


def by_version(request: RunRequest) -> Iterable[Step]:
    """Shows its version at line 2, and the same at line 3 everywhere."""
    return [
        ("stdout", 2, {"text": f"{request.runtime} on {request.device}\n"}),
        ("stdout", 3, {"text": "same\n"}),
        ("done", None, DONE),
    ]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(script=by_version, devices=("cpu", "cuda"), runtimes=("2.14.1+cu130", "2.15.0?"))


@pytest.fixture
async def client(tmp_path: Path, engine: FakeEngine) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(write_notes(tmp_path / "notes"), engine)) as opened:
        yield opened


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A service with one torch on one device."""
    async with in_process(make_app(write_notes(tmp_path / "alone"), FakeEngine())) as opened:
        yield opened


# -- choosing a torch ------------------------------------------------------------------------------------------


@LANGS
@pytest.mark.parametrize("page", ["notes/sample", "playground"])
async def test_a_torch_can_be_chosen_where_there_is_a_choice(
    client: httpx.AsyncClient, alone: httpx.AsyncClient, lang: str, page: str
) -> None:
    offered = (await client.get(f"/{lang}/{page}")).text
    assert '<select name="runtime">' in offered
    assert '<option value="2.14.1+cu130">torch 2.14.1</option>' in offered
    assert "2.15.0" not in offered  # it is not ready
    assert '<select name="runtime">' not in (await alone.get(f"/{lang}/{page}")).text


@LANGS
async def test_the_chosen_torch_is_the_one_that_runs(client: httpx.AsyncClient, engine: FakeEngine, lang: str) -> None:
    form = {"snippet": "hello", "runtime": "2.14.1+cu130"}
    page = await client.post(f"/{lang}/notes/sample/runs", data=form)
    assert engine.requests[-1].runtime == "2.14.1+cu130"
    assert "torch 2.14.1+cu130" in page.text
    assert '<option value="2.14.1+cu130" selected>' in page.text
    form = {"code": "1", "runtime": "2.14.1+cu130"}
    page = await client.post(f"/{lang}/playground", data=form)
    assert engine.requests[-1].runtime == "2.14.1+cu130"
    assert '<option value="2.14.1+cu130" selected>' in page.text


async def test_the_api_lists_all_of_them(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/v1/runtimes")).json()["runtimes"]
    assert [(one["runtime"], one["ready"]) for one in listed] == [
        ("2.13.0+cpu", True),
        ("2.14.1+cu130", True),
        ("2.15.0", False),
    ]


@LANGS
async def test_the_page_about_the_machine_tells_them_too(client: httpx.AsyncClient, lang: str) -> None:
    page = (await client.get(f"/{lang}/about")).text
    assert "<code>2.14.1+cu130</code>" in page
    assert {"en": "is being loaded", "zh": "正在加载"}[lang] in page


async def test_one_that_is_being_loaded_is_a_503_that_says_when_to_try_again(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    engine.refuse = RunRefused("starting", "torch 2.15.0 is being loaded", 5)
    answer = await client.post("/api/v1/runs", json={"code": "1", "runtime": "2.15.0"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


# -- comparing -------------------------------------------------------------------------------------------------


@LANGS
async def test_opening_the_page_runs_nothing(client: httpx.AsyncClient, engine: FakeEngine, lang: str) -> None:
    page = await client.get(COMPARE[lang], params={"snippet": "sample/checks", "right": "2.13.0@cuda"})
    assert page.status_code == 200
    assert "total = 1 + 1" in page.text
    assert '<option value="2.13.0+cpu@cuda" selected>torch 2.13.0 · GPU</option>' in page.text
    assert 'value="11"' in page.text  # the seed that the snippet asks for
    assert engine.requests == []
    assert (await client.get(COMPARE[lang], params={"snippet": "sample/none"})).status_code == 404


@LANGS
async def test_both_run_with_one_seed_and_what_differs_is_marked(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str
) -> None:
    form = {"code": CODE, "left": "2.13.0+cpu@cpu", "right": "2.14.1+cu130@cuda"}
    page = (await client.post(COMPARE[lang], data=form)).text
    left, right = sorted(engine.requests, key=lambda one: str(one.runtime))
    assert (left.runtime, left.device) == ("2.13.0+cpu", "cpu")
    assert (right.runtime, right.device) == ("2.14.1+cu130", "cuda")
    assert left.seed == right.seed is not None
    assert left.snippet is right.snippet is None
    assert "<mark>2.13.0+cpu on cpu</mark>" in page
    assert "<mark>2.14.1+cu130 on cuda</mark>" in page
    assert "<mark>same</mark>" not in page
    assert page.count("same\n</span>") + page.count("same</span>") == 2
    assert {"en": "1 line differs", "zh": "有 1 行不同"}[lang] in page


@LANGS
async def test_the_same_on_both_is_said(client: httpx.AsyncClient, lang: str) -> None:
    form = {"code": CODE, "left": "2.13.0+cpu@cpu", "right": "2.13.0+cpu@cpu", "seed": "5"}
    page = (await client.post(COMPARE[lang], data=form)).text
    assert "<mark>" not in page
    assert {"en": "Both show the same", "zh": "两边显示的内容相同"}[lang] in page


async def test_a_notes_own_code_runs_as_that_and_changed_code_as_a_strangers(
    client: httpx.AsyncClient, engine: FakeEngine
) -> None:
    shown = (await client.get("/api/v1/notes/sample")).json()
    code = next(one["code"]["en"] for one in shown["snippets"] if one["key"] == "sample/checks")
    await client.post(COMPARE["en"], data={"code": code, "snippet": "sample/checks"})
    assert {one.snippet for one in engine.requests} == {"sample/checks"}
    assert {one.seed for one in engine.requests} == {11}
    engine.requests.clear()
    await client.post(COMPARE["en"], data={"code": code + "1\n", "snippet": "sample/checks"})
    assert {one.snippet for one in engine.requests} == {None}


async def test_a_cards_form_can_be_sent_there(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    await client.post(f"{COMPARE['en']}?snippet=sample/hello", data={"snippet": "hello", "runtime": "2.14.1+cu130"})
    assert {one.runtime for one in engine.requests} == {"2.13.0+cpu", "2.14.1+cu130"}
    assert all("hello" in one.code for one in engine.requests)
    engine.requests.clear()
    await client.post(f"{COMPARE['en']}?snippet=playground/main", data={"snippet": "main", "code": CODE})
    assert [one.code for one in engine.requests] == [CODE, CODE]


@LANGS
async def test_a_side_that_is_refused_says_why_and_the_other_is_shown(
    client: httpx.AsyncClient, engine: FakeEngine, lang: str
) -> None:
    def one_sided(request: RunRequest) -> Iterable[Step]:
        if request.runtime == "2.14.1+cu130":
            raise RunRefused("queue_full", "full", 3)
        return by_version(request)

    engine.script = one_sided
    page = await client.post(COMPARE[lang], data={"code": CODE})
    assert page.status_code == 200
    assert "2.13.0+cpu on cpu" in page.text
    assert {"en": "All places in the queue are taken", "zh": "队列"}[lang] in page.text
    assert {"en": "One side could not be run.", "zh": "有一边没能运行。"}[lang] in page.text


@LANGS
async def test_where_there_is_nothing_to_compare_with_the_page_says_so(alone: httpx.AsyncClient, lang: str) -> None:
    page = (await alone.get(COMPARE[lang])).text
    assert "FIELDNOTES_RUNTIMES" in page
    assert "data-compare" not in (await alone.get(f"/{lang}/playground")).text


async def test_what_a_program_shows_is_text_on_the_page(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.script = lambda _: [("stdout", 1, {"text": "<script>alert(1)</script>\n"}), ("done", None, DONE)]
    page = (await client.post(COMPARE["en"], data={"code": "<img src=x>"})).text
    assert "<script>alert" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;alert(1)" in page
