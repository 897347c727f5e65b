"""The index of errors, a page for each, what runs that end in one are told, the board, the API and the site's map."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.notes.models import LANGS
from tests.error_pages import IDENT, MESSAGE, OLDER, SLUG, write_error
from tests.fakes import FakeEngine, say
from tests.web import ORIGIN, in_process, make_app, write_notes

HTMX = {"HX-Request": "true"}
WARNING = "main.py:7: UserWarning: the layer is used with a width that is 9 off\n  layer(x)\n"
ERROR = {"type": "RuntimeError", "message": "width 12 is wrong", "traceback": "", "frames": []}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The sample note, one exception and one silent mistake."""
    directory = write_notes(tmp_path / "notes")
    write_error(directory)
    silent = write_error(directory, "quiet", en_md=("rank: 3", "rank: 1"), zh_md=("rank: 3", "rank: 1"))
    for lang in LANGS:
        page = silent / f"{lang}.md"
        text = page.read_text("utf-8").replace("kind: error", "kind: silent").replace("modules", "training", 1)
        text = re.sub(
            r"errors:\n(?:  - .*\n)+older:\n(?:  - .*\n)+match: .*\n", "errors: []\nolder: []\nmatch: []\n", text
        )
        page.write_text(text.replace("The layer expects another width", "Nothing is said"), "utf-8")
    return directory


@pytest.fixture
async def client(notes: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes)) as opened:
        yield opened


async def page(client: httpx.AsyncClient, path: str, **headers: str) -> str:
    response = await client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.text


@pytest.mark.parametrize("lang", LANGS)
async def test_the_index_has_every_error_by_category(client: httpx.AsyncClient, lang: str) -> None:
    text = await page(client, f"/{lang}/errors")
    assert f'href="/{lang}/errors/{IDENT}"' in text
    assert text.index('id="shelf-modules"') < text.index(f'href="/{lang}/errors/{IDENT}"')
    assert text.index(f'href="/{lang}/errors/{IDENT}"') < text.index('id="shelf-training"')
    assert "mat1 and mat2 shapes cannot be multiplied (2x864 and 400x10)" in text
    assert f'href="/{lang}/notes/sample#errors-title"' in text  # what only a note explains


async def test_the_index_by_how_often_they_are_hit(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/errors?by=often")
    assert text.index('href="/en/errors/quiet"') < text.index(f'href="/en/errors/{IDENT}"')
    assert "shelf-modules" not in text
    assert '<li value="1">' in text
    assert '<li value="3">' in text


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("kind=silent", {"quiet"}),
        ("kind=error", {IDENT}),
        ("kind=warning", set()),
        ("kind=nonsense", {IDENT, "quiet"}),
        ("q=another+width", {IDENT}),
        ("q=WIDTH+layer", {IDENT}),
        ("q=training", {"quiet"}),
        ("q=RuntimeError%3A+mat1+and+mat2+shapes+cannot+be+multiplied+%281x2+and+3x4%29", {IDENT}),
        ("q=RuntimeError%3A+size+mismatch%2C+m1%3A+%5B1+x+9%5D%2C+m2%3A+%5B3+x+4%5D+at+%2Fx%2Fy.cpp%3A1", {IDENT}),
        ("q=Traceback%0AValueError%3A+width+9+is+wrong", {IDENT}),
        ("q=qqzzxx", set()),
        ("q=nothing&kind=error", set()),
    ],
)
async def test_the_index_filters_without_scripts(client: httpx.AsyncClient, query: str, shown: set[str]) -> None:
    text = await page(client, f"/en/errors?{query}")
    assert {name for name in (IDENT, "quiet") if f'href="/en/errors/{name}"' in text} == shown
    assert ("No page is about this error." in text) is not bool(shown)


async def test_a_filter_is_kept_by_the_links_beside_it(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/errors?by=often&q=width")
    assert 'href="/en/errors?by=often&amp;kind=silent&amp;q=width"' in text
    assert 'href="/en/errors?q=width"' in text
    assert '<input type="hidden" name="by" value="often">' in text
    assert 'href="/zh/errors?by=often&amp;q=width"' in text


async def test_as_one_types_the_list_alone_comes(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/errors?q=width", **HTMX)
    assert "<html" not in text
    assert f'href="/en/errors/{IDENT}"' in text


async def test_what_is_asked_is_escaped(client: httpx.AsyncClient) -> None:
    for path in ("/en/errors?q=<script>alert(1)</script>", "/zh/errors?q=%22onfocus=x&kind=%22x"):
        text = await page(client, path)
        assert "<script>alert" not in text
        assert '"onfocus' not in text


@pytest.mark.parametrize("lang", LANGS)
async def test_a_page_says_what_happened_why_and_what_to_do(client: httpx.AsyncClient, lang: str) -> None:
    text = await page(client, f"/{lang}/errors/{IDENT}")
    assert MESSAGE in text
    assert OLDER in text
    assert "torch 1.4" in text
    assert all(f'id="{name}"' in text for name in ("cause", "fix", "wrong-fixes", "older"))
    assert f'id="{SLUG}--repro"' in text
    assert f'action="/{lang}/notes/{SLUG}/runs#{SLUG}--repro"' in text
    assert f'href="/{lang}/errors#shelf-modules"' in text
    assert f'<link rel="canonical" href="{ORIGIN}/{lang}/errors/{IDENT}">' in text
    other = "zh" if lang == "en" else "en"
    assert f'href="/{other}/errors/{IDENT}"' in text


async def test_a_page_shows_both_languages(client: httpx.AsyncClient) -> None:
    text = await page(client, f"/en/errors/{IDENT}?view=both")
    assert "Columns meet rows." in text
    assert "列数要等于行数。" in text


async def test_a_silent_mistake_says_that_nothing_is_said(client: httpx.AsyncClient) -> None:
    assert "Torch says nothing here" in await page(client, "/en/errors/quiet")


async def test_there_is_no_page_of_any_other_name(client: httpx.AsyncClient) -> None:
    for path in ("/en/errors/nothing", f"/en/errors/{SLUG}", "/en/errors/sample", "/fr/errors", f"/fr/errors/{IDENT}"):
        assert (await client.get(path)).status_code == 404, path


async def test_the_address_that_runs_are_posted_below_leads_to_the_page(client: httpx.AsyncClient) -> None:
    moved = await client.get(f"/zh/notes/{SLUG}?view=both")
    assert (moved.status_code, moved.headers["location"]) == (308, f"/zh/errors/{IDENT}?view=both")


async def test_its_snippets_run_without_scripts(notes: Path) -> None:
    engine = FakeEngine(say(("stdout", 3, {"text": "from the fix\n"})))
    async with in_process(make_app(notes, engine)) as client:
        answer = await client.post(f"/en/notes/{SLUG}/runs", data={"snippet": "fix"})
    assert answer.status_code == 200
    assert "from the fix" in answer.text
    assert MESSAGE in answer.text
    (asked,) = engine.requests
    assert asked.snippet == f"{SLUG}/fix"


@pytest.mark.parametrize("lang", LANGS)
async def test_a_run_that_ends_in_a_known_error_leads_to_its_page(notes: Path, lang: str) -> None:
    engine = FakeEngine(say(("error", 1, ERROR), status="error"))
    async with in_process(make_app(notes, engine)) as client:
        text = (await client.post(f"/{lang}/notes/sample/runs", data={"snippet": "hello"})).text
        answer = (await client.post("/api/v1/runs", json={"code": "x"})).json()
        own = (await client.post(f"/{lang}/notes/{SLUG}/runs", data={"snippet": "repro"})).text
    assert f'<p class="explained"><a href="/{lang}/errors/{IDENT}">' in text
    assert answer["error"]["note"] == SLUG
    assert 'class="explained"' not in own  # its reader is there already


async def test_a_run_that_warns_leads_there_once(notes: Path) -> None:
    engine = FakeEngine(say(*[("stderr", 1, {"text": WARNING})] * 3, ("stdout", 3, {"text": "on\n"})))
    async with in_process(make_app(notes, engine)) as client:
        text = (await client.post("/en/notes/sample/runs", data={"snippet": "hello"})).text
        streamed = (await client.post("/en/notes/sample/runs", data={"snippet": "hello"}, headers=HTMX)).text
    for shown in (text, streamed):
        assert shown.count(f'href="/en/errors/{IDENT}">This warning is explained here') == 1


async def test_what_a_program_prints_is_no_warning(notes: Path) -> None:
    engine = FakeEngine(say(("stdout", 1, {"text": WARNING}), ("stderr", 1, {"text": MESSAGE + "\n"})))
    async with in_process(make_app(notes, engine)) as client:
        text = (await client.post("/en/notes/sample/runs", data={"snippet": "hello"})).text
    assert "This warning is explained here" not in text


async def test_search_finds_pages_of_errors_by_any_wording(client: httpx.AsyncClient) -> None:
    for query in (MESSAGE.replace("864", "77"), OLDER, "ValueError: width 8 is wrong"):
        (found, *_) = (await client.get("/api/v1/search", params={"q": query})).json()["results"]
        assert (found["note"], found["url"]) == (SLUG, f"/en/errors/{IDENT}"), query
        assert found["message"]
    text = (await client.get("/zh/search", params={"q": OLDER})).text
    assert f'href="/zh/errors/{IDENT}#older"' in text


async def test_the_board_has_errors_and_filters_them(client: httpx.AsyncClient) -> None:
    def shown(text: str) -> set[str]:
        names = {"claim": "/en/notes/sample#sums-hold", "error": f"/en/errors/{IDENT}", "silent": "/en/errors/quiet"}
        return {name for name, address in names.items() if f'href="{address}"' in text}

    for query, expected in {
        "": {"claim", "error", "silent"}, "what=claims": {"claim"}, "what=errors": {"error", "silent"},
        "verdict=silent": {"silent"}, "verdict=false": {"claim"}, "state=missing": {"claim", "error", "silent"},
        "state=proven": set(), "verdict=error&state=missing": {"error"}, "place=cpu+9.9": {"claim", "error", "silent"},
    }.items():  # fmt: skip
        assert shown(await page(client, f"/en/claims?{query}")) == expected, query


async def test_the_api_has_errors(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/v1/errors")).json()["errors"]
    assert [(one["id"], one["kind"], one["rank"]) for one in listed] == [(IDENT, "error", 3), ("quiet", "silent", 1)]
    assert (listed[0]["message"], listed[1]["message"]) == (MESSAGE, None)
    one = (await client.get(f"/api/v1/errors/{IDENT}")).json()
    assert one["older"] == [{"version": "1.4", "message": OLDER}]
    assert one["url"] == {lang: f"/{lang}/errors/{IDENT}" for lang in LANGS}
    assert [snippet["key"] for snippet in one["snippets"]] == [f"{SLUG}/repro", f"{SLUG}/fix"]
    assert (one["state"], one["results"]) == ("missing", [])
    assert (await client.get("/api/v1/errors/nothing")).status_code == 404
    assert [note["slug"] for note in (await client.get("/api/v1/notes")).json()["notes"]] == ["sample"]


async def test_the_api_runs_what_a_page_shows(notes: Path) -> None:
    engine = FakeEngine()
    async with in_process(make_app(notes, engine)) as client:
        answer = await client.post("/api/v1/runs", json={"snippet": f"{SLUG}/fix", "lang": "zh"})
    assert answer.status_code == 200
    assert engine.requests[0].snippet == f"{SLUG}/fix"


async def test_the_map_has_every_page_in_both_languages(client: httpx.AsyncClient) -> None:
    text = await page(client, "/sitemap.xml")
    found = re.findall("<loc>([^<]*)</loc>", text)
    assert len(found) == len(set(found))
    for lang in LANGS:
        assert {f"{ORIGIN}/{lang}/", f"{ORIGIN}/{lang}/notes/sample", f"{ORIGIN}/{lang}/errors/{IDENT}"} <= set(found)
    for address in found:
        assert (await client.get(address)).status_code == 200, address
    assert f"Sitemap: {ORIGIN}/sitemap.xml" in await page(client, "/robots.txt")


async def test_without_a_public_address_there_is_no_map(notes: Path) -> None:
    async with in_process(make_app(notes, public_url="")) as client:
        assert (await client.get("/sitemap.xml")).status_code == 404
        assert "Sitemap" not in (await client.get("/robots.txt")).text


@pytest.mark.parametrize("lang", LANGS)
async def test_the_playground_opens_what_a_page_shows(client: httpx.AsyncClient, lang: str) -> None:
    text = await page(client, f"/{lang}/playground?snippet={SLUG}/fix")
    assert "y.shape == (2, 10)" in re.sub("<[^>]*>", "", text)
    assert f'href="/{lang}/errors/{IDENT}"' in text


async def test_what_a_page_shows_can_be_taken_elsewhere(client: httpx.AsyncClient) -> None:
    assert "y.shape == (2, 10)" in await page(client, f"/en/notes/{SLUG}/fix.py")
    assert (await client.get(f"/embed/{SLUG}/fix")).status_code == 200
    asked = {"url": f"{ORIGIN}/zh/errors/{IDENT}"}
    assert f"/embed/{SLUG}/" in (await client.get("/oembed", params=asked)).json()["html"]
