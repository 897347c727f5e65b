"""The pages as a reader without scripts gets them, and the pieces that a reader with scripts gets."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.notes.models import LANGS
from app.runs.models import RunRefused, RunRequest
from app.settings import Settings
from app.web.policy import HEADERS
from tests.fakes import FakeEngine, Step, say
from tests.web import in_process, make_app, serving, write_notes

RUNS = "/en/notes/sample/runs"
HTMX = {"HX-Request": "true", "Accept": "text/html, text/event-stream"}


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


async def page(client: httpx.AsyncClient, path: str, **headers: str) -> str:
    response = await client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.text


async def test_the_root_leads_to_the_readers_language(client: httpx.AsyncClient) -> None:
    response = await client.get("/", headers={"Accept-Language": "zh-CN"})
    assert (response.status_code, response.headers["location"]) == (302, "/zh/")
    assert "Accept-Language" in response.headers["vary"]
    assert "Cookie" in response.headers["vary"]
    client.cookies.set("lang", "en")
    assert (await client.get("/", headers={"Accept-Language": "zh"})).headers["location"] == "/en/"


async def test_choosing_the_other_language_is_remembered_and_a_shared_link_is_not(client: httpx.AsyncClient) -> None:
    shared = await client.get("/zh/notes/sample")
    assert "set-cookie" not in shared.headers
    chosen = await client.get("/zh/notes/sample", headers={"Referer": "http://notes.test/en/notes/sample"})
    assert "lang=zh" in chosen.headers["set-cookie"]
    foreign = await client.get("/zh/notes/sample", headers={"Referer": "http://elsewhere.test/en/"})
    assert "set-cookie" not in foreign.headers


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("path", ["", "notes/sample", "notes/sample?view=both", "about", "security"])
async def test_every_page_links_its_other_language_and_names_its_alternates(
    client: httpx.AsyncClient, lang: str, path: str
) -> None:
    text = await page(client, f"/{lang}/{path}")
    other = "zh" if lang == "en" else "en"
    assert f'href="/{other}/{path}"' in text
    bare = path.partition("?")[0]
    assert f'<link rel="canonical" href="http://notes.test/{lang}/{bare}">' in text
    assert f'hreflang="zh-Hans" href="http://notes.test/zh/{bare}"' in text
    assert f'hreflang="en" href="http://notes.test/en/{bare}"' in text
    assert f'<html lang="{"zh-Hans" if lang == "zh" else "en"}"' in text
    assert len(re.findall("<h1[ >]", text)) == 1


@pytest.mark.parametrize("path", ["/en/", "/zh/notes/sample", "/en/about", "/en/security", "/docs", "/en/nothing"])
async def test_no_inline_script_or_style_and_all_headers(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    assert "unsafe" not in response.headers["content-security-policy"]
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*src=)|javascript:", response.text)


async def test_both_languages_stand_side_by_side_and_the_code_once(client: httpx.AsyncClient) -> None:
    text = await page(client, "/zh/notes/sample?view=both")
    assert "Some <em>English</em> prose" in text
    assert "一些<em>中文</em>" in text
    assert text.index("开头的话") < text.index("First words")
    assert text.count('id="sample--hello"') == 1
    single = await page(client, "/zh/notes/sample")
    assert "First words" not in single


async def test_errors_speak_the_readers_language(client: httpx.AsyncClient) -> None:
    english = await client.get("/en/notes/none")
    assert english.status_code == 404
    assert "There is no note of that name" in english.text
    chinese = await client.get("/zh/notes/none")
    assert "没有叫这个名字的笔记" in chinese.text
    nowhere = await client.get("/nowhere/at/all", headers={"Accept-Language": "zh"})
    assert nowhere.status_code == 404
    assert "什么也没有" in nowhere.text


async def test_the_theme_is_rendered_by_the_server(client: httpx.AsyncClient) -> None:
    assert "data-theme=" not in (await page(client, "/en/")).partition("<head>")[0]
    response = await client.post("/theme", data={"theme": "dark", "back": "/en/notes/sample"})
    assert (response.status_code, response.headers["location"]) == (303, "/en/notes/sample")
    assert '<html lang="en" data-theme="dark">' in await page(client, "/en/")
    client.cookies.set("theme", '"><script>')
    assert "<script>" not in await page(client, "/en/")


@pytest.mark.parametrize("back", ["//evil.test/", "https://evil.test/", "/\\evil.test", "evil"])
async def test_the_theme_form_leads_nowhere_else(client: httpx.AsyncClient, back: str) -> None:
    response = await client.post("/theme", data={"theme": "dark", "back": back})
    assert response.headers["location"] == "/"


async def test_before_a_run_asserts_are_open_and_slots_empty(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/notes/sample")
    assert text.count("m-open") == 2
    assert '<div class="slot" id="sample--hello-o0"></div>' in text
    assert "# greet" in text
    assert "打招呼" not in text


async def test_without_scripts_a_run_comes_back_in_its_page(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.script = say(
        ("assertion", 2, {"passed": True, "source": "total == 2", "message": ""}),
        ("stdout", 2, {"text": "<script>alert(1)</script>"}),
        ("variables", None, {"variables": [{"name": "total", "kind": "int", "preview": "2"}]}),
    )
    response = await client.post(f"{RUNS}?view=both", data={"snippet": "checks"})
    assert response.status_code == 200
    text = response.text
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert "m-pass" in text
    assert "Variables at the end" in text
    assert 'class="stamp live"' in text
    assert "一些<em>中文</em>" in text
    assert 'href="/zh/notes/sample?view=both"' in text
    (request,) = engine.requests
    assert request.code == "total = 1 + 1\nassert total == 2\nassert total != 3\ntotal\n"
    assert (request.snippet, request.seed, request.device) == ("sample/checks", 11, "cpu")


async def test_an_exception_that_the_snippet_is_there_to_show_is_no_failure(notes: Path, engine: FakeEngine) -> None:
    path = notes / "sample" / "hello.py"
    path.write_text(path.read_text("utf-8").replace('"Hello"', '"Hello"\n# raises = "IndexError"'), "utf-8")
    async with in_process(make_app(notes, engine)) as client:
        for raised, said in (("IndexError", "is there to show"), ("ValueError", "Change that line")):
            error = ("error", 2, {"type": raised, "message": "m", "traceback": "", "frames": []})
            engine.script = say(error, status="error")
            assert said in (await client.post(RUNS, data={"snippet": "hello"})).text


async def test_the_address_of_a_run_opened_again_is_the_note(client: httpx.AsyncClient) -> None:
    response = await client.get(RUNS)
    assert (response.status_code, response.headers["location"]) == (303, "/en/notes/sample")


async def test_htmx_gets_the_pieces_as_they_happen(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.script = say(("stdout", 4, {"text": "0\n"}), 0.1, ("stdout", 4, {"text": "1\n"}))
    response = await client.post(RUNS, data={"snippet": "hello"}, headers=HTMX)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["x-accel-buffering"] == "no"
    first, second, *rest = [part for part in response.text.split("\n\n") if part]
    assert rest == []
    assert 'hx-target="#sample--hello-sheet"' in first
    assert 'hx-delete="/api/v1/runs/run-1"' in first
    assert 'hx-target="#sample--hello-b1-0" hx-swap="outerHTML"' in second
    assert ">0\ndata: 1</pre>" in second
    assert 'type="submit"' in second
    assert "sample--hello-sheet" not in second


async def test_pages_are_compressed_and_streams_are_not(client: httpx.AsyncClient) -> None:
    assert (await client.get("/en/")).headers["content-encoding"] == "gzip"
    response = await client.post(RUNS, data={"snippet": "hello"}, headers=HTMX)
    assert "content-encoding" not in response.headers


async def test_the_place_in_the_queue_is_told_as_it_changes(client: httpx.AsyncClient, engine: FakeEngine) -> None:
    engine.ahead, engine.turn_s = 3, 0.1
    response = await client.post("/zh/notes/sample/runs", data={"snippet": "hello"}, headers=HTMX)
    messages = [part for part in response.text.split("\n\n") if part]
    assert len(messages) >= 4
    first, second, third, *_ = messages
    assert 'hx-target="#sample--hello-sheet"' in first
    assert "hx-delete" in first  # it can be stopped while it waits
    for message, said in ((first, "前面还有 2 个"), (second, "前面还有 1 个"), (third, "下一个就轮到您")):
        assert message.count(said) == 2, said  # to be seen, and to be heard
        assert "大约还要 1 秒" in message
    assert "sample--hello-sheet" not in second
    assert "运行完毕" in messages[-1]


async def test_a_run_that_waits_is_stopped_and_never_starts(notes: Path, engine: FakeEngine) -> None:
    engine.ahead, engine.turn_s = 2, 30.0
    said = ""
    async with (
        serving(make_app(notes, engine)) as url,
        httpx.AsyncClient(base_url=url) as client,
        client.stream("POST", RUNS, data={"snippet": "hello"}, headers=HTMX) as response,
    ):
        async for text in response.aiter_text():
            said += text
            if "hx-delete" in text:
                assert "1 ahead of yours, about 60 s" in text
                assert (await client.delete("/api/v1/runs/run-1")).status_code == 204
    assert "e-cancelled" in said
    assert 'class="ending running"' not in said


async def test_a_short_run_is_one_message(client: httpx.AsyncClient) -> None:
    response = await client.post(RUNS, data={"snippet": "hello"}, headers=HTMX)
    assert len([part for part in response.text.split("\n\n") if part]) == 1
    assert "hx-delete" not in response.text


@pytest.mark.parametrize(
    ("reason", "status", "retry", "said"),
    [
        ("queue_full", 503, 3, "队列已满。请过大约 3 秒"),
        ("client_busy", 429, 1, "过大约 1 秒再试"),
        ("no_wall", 403, None, "隔离墙"),
        ("invalid", 422, None, "no cuda here"),
        ("stopping", 503, 2, "正在重启。请过大约 2 秒"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
async def test_a_refusal_is_said_at_the_snippet(  # noqa: PLR0917 - parametrised
    client: httpx.AsyncClient,
    engine: FakeEngine,
    reason: str,
    status: int,
    retry: int | None,
    said: str,
    headers: dict[str, str],
) -> None:
    engine.refuse = RunRefused(reason, "no cuda here", retry)
    response = await client.post("/zh/notes/sample/runs", data={"snippet": "hello"}, headers=headers)
    assert response.status_code == status
    assert said in response.text
    assert response.headers.get("retry-after") == (str(retry) if retry else None)
    if headers:
        assert response.text.startswith('<hx-partial hx-target="#sample--hello-notice"')
    else:
        assert "一些<em>中文</em>" in response.text


@pytest.mark.parametrize(
    ("fields", "headers", "status", "said"),
    [
        ({"snippet": "gone"}, {}, 404, "no such snippet"),
        ({"snippet": "hello"}, {"Sec-Fetch-Site": "cross-site"}, 403, "Another site"),
        ({}, {}, 422, "Correct these"),
        ({"snippet": "checks"}, {}, 500, "has been logged"),
    ],
)
async def test_whatever_goes_wrong_is_said_at_the_snippet(  # noqa: PLR0917 - parametrised
    client: httpx.AsyncClient,
    engine: FakeEngine,
    fields: dict[str, str],
    headers: dict[str, str],
    status: int,
    said: str,
) -> None:
    def crash(_request: RunRequest) -> list[Step]:
        raise ZeroDivisionError

    engine.script = crash
    source = {"HX-Source": "form#sample--hello-form"}
    response = await client.post(RUNS, data=fields, headers={**HTMX, **source, **headers})
    assert response.status_code == status
    assert response.text.startswith('<hx-partial hx-target="#sample--hello-notice"')
    assert said in response.text
    assert response.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


async def test_a_reader_who_leaves_takes_the_run_along(notes: Path, engine: FakeEngine) -> None:
    engine.script = say(30.0)
    async with serving(make_app(notes, engine)) as url, httpx.AsyncClient(base_url=url) as client:
        async with client.stream("POST", RUNS, data={"snippet": "hello"}, headers=HTMX) as response:
            async for _ in response.aiter_text():
                break
        for _ in range(100):
            if engine.closed:
                break
            await client.get("/healthz")
    assert engine.closed == ["run-1"]


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.test"}],
)
async def test_other_sites_cannot_press_run(
    client: httpx.AsyncClient, engine: FakeEngine, headers: dict[str, str]
) -> None:
    response = await client.post(RUNS, data={"snippet": "hello"}, headers=headers)
    assert response.status_code == 403
    assert engine.requests == []


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://notes.test"}, {}])
async def test_our_own_pages_and_programs_can(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    assert (await client.post(RUNS, data={"snippet": "hello"}, headers=headers)).status_code == 200


async def test_a_recording_is_shown_before_any_run_and_says_where_it_is_from(
    client: httpx.AsyncClient, notes: Path
) -> None:
    recording = {
        "torch": "2.13.0",
        "device": "cpu",
        "device_name": "CPU",
        "date": "2026-01-02",
        "result": {
            "events": [
                {"seq": 0, "t_ms": 0, "kind": "queued", "line": None, "id": "x"},
                {"seq": 1, "t_ms": 1, "kind": "stdout", "line": 7, "text": "hello from the file\n"},
                {"seq": 2, "t_ms": 2, "kind": "done", "line": None, "status": "ok", "wall_ms": 1},
            ]
        },
    }
    (notes / "sample" / "hello.cpu.json").write_text(json.dumps(recording), "utf-8")
    text = await page(client, "/en/notes/sample")
    assert 'class="stamp recorded"' in text
    assert "2026-01-02" in text
    slot = text.partition('id="sample--hello-o0"')[2].partition('id="sample--hello-o1"')[0]
    assert "hello from the file" in slot
    (notes / "sample" / "hello.cpu.json").write_text("{", "utf-8")
    assert 'class="stamp recorded"' not in await page(client, "/en/notes/sample")


async def test_a_gpu_snippet_says_that_there_is_no_gpu(notes: Path) -> None:
    gpu = notes / "sample" / "hello.py"
    gpu.write_text(gpu.read_text("utf-8").replace('title.zh = "你好"', 'title.zh = "你好"\n# device = "cuda"'), "utf-8")
    async with in_process(make_app(notes)) as client:
        text = await page(client, "/en/notes/sample")
    assert "no GPU" in text
    assert "disabled" in text


async def test_a_snippet_for_any_device_offers_the_choice_where_there_is_one(notes: Path) -> None:
    engine = FakeEngine(devices=("cpu", "cuda"))
    async with in_process(make_app(notes, engine)) as client:
        assert '<option value="cuda">' in await page(client, "/en/notes/sample")
        await client.post(RUNS, data={"snippet": "hello", "device": "cuda"})
    assert engine.requests[0].device == "cuda"


async def test_about_lists_layers_in_words(client: httpx.AsyncClient) -> None:
    text = await page(client, "/zh/about")
    assert "独立用户" in text
    assert "此处不可用" in text
    assert "61000 to 61003" in text


async def test_static_files_are_served_and_hashed_ones_for_ever(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
    scripts = re.findall(r'<script src="([^"]+)"', text)
    assert styles
    for address in [*styles, *scripts]:
        response = await client.get(address)
        assert response.status_code == 200
        assert ("immutable" in response.headers["cache-control"]) == address.startswith("/static/dist/")


def test_every_template_compiles(notes: Path) -> None:
    given = make_app(notes).state.services
    for path in Settings().templates_dir.rglob("*.html"):
        name = str(path.relative_to(Settings().templates_dir))
        for lang in LANGS:
            given.templates.environment(lang).get_template(name)
