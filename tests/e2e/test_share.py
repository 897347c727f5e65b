"""Sharing in a real browser: the link, its page, what can be taken away, and the frame in another site's page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from app.settings import ROOT
from app.web.examples import source
from tests.e2e.test_reader import RULES
from tests.fakes import FakeEngine, say
from tests.web import make_app, serving, write_notes

PATIENCE = 30_000
LANGS = pytest.mark.parametrize("lang", ["en", "zh"])
CODE = "import torch\nx = torch.ones(3)\nx\nprint('shared')\n"
SHOWN = say(
    ("value", 3, {"data": {"text/plain": "tensor([1., 1., 1.])"}}),
    ("stdout", 4, {"text": "shared\n"}),
)
EXAMPLE = "clone-detach/table?lang=en"
"""What the frame shows in the example of the API's page, from which these tests take it."""


@pytest.fixture(autouse=True)
def patient(fake: FakeEngine) -> None:
    """Every wait is a long one: the machine may be busy with something else."""
    expect.set_options(timeout=PATIENCE)
    fake.script = SHOWN


@pytest.fixture
async def small_site(tmp_path: Path, fake: FakeEngine) -> AsyncIterator[str]:
    """The sample note's service as one that isn't told its public address: links lead to where it is."""
    async with serving(make_app(write_notes(tmp_path / "notes"), fake, public_url="")) as url:
        yield url


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-snippet][id='{name}']")


async def shared(snippet: Locator) -> str:
    """Press Share; the path of the link that is shown."""
    await snippet.locator("[data-share]").click()
    link = snippet.locator(".share-told a")
    await expect(link).to_be_visible()
    return await link.inner_text()


@LANGS
async def test_share_from_the_playground_and_read_the_stored_result(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page, "playground--main")
    await expect(snippet.locator(".cm-content")).to_be_visible()
    await snippet.evaluate("(card, code) => fieldnotes.editor.open(card).setCode(code)", CODE)
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".ending dl")).to_be_visible()
    await snippet.locator("[name=title]").fill("三个 1")
    path = await shared(snippet)
    assert re.fullmatch(rf"/{lang}/p/[a-z2-7]{{20}}", path)
    assert len(fake.requests) == 1
    await snippet.locator(".share-told a").click()
    await expect(page).to_have_url(small_site + path)
    stored = page.locator("[data-snippet]")
    await expect(page.locator("h1")).to_have_text("三个 1")
    await expect(stored.locator(".stamp.recorded")).to_contain_text("torch 2.13.0")
    await expect(stored.locator(".out").first).to_contain_text("tensor([1., 1., 1.])")
    await expect(stored.locator(".term")).to_have_text("shared")
    assert len(fake.requests) == 1  # opening it runs nothing
    await stored.locator(".button.run").click()
    await expect(stored.locator(".stamp.live")).to_be_visible()
    assert (len(fake.requests), fake.requests[1].code) == (2, CODE)
    other = "zh" if lang == "en" else "en"
    await page.locator(".switch").click()
    await expect(page).to_have_url(small_site + path.replace(f"/{lang}/", f"/{other}/"))
    await expect(page.locator("[data-snippet] .stamp.recorded")).to_be_visible()


@LANGS
async def test_share_a_notes_snippet_with_the_run_that_was_just_made(page: Page, small_site: str, lang: str) -> None:
    await page.goto(f"{small_site}/{lang}/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".ending dl")).to_be_visible()
    path = await shared(snippet)
    await page.goto(small_site + path)
    await expect(page.locator("h1")).to_have_text("Hello" if lang == "en" else "你好")
    await expect(page.locator(".stamp.recorded")).to_be_visible()
    await expect(page.locator(".sheet")).to_contain_text("# greet" if lang == "en" else "# 打招呼")


async def test_the_same_program_is_the_same_link_and_another_is_not(page: Page, small_site: str) -> None:
    await page.goto(f"{small_site}/en/playground?snippet=sample/hello")
    snippet = card(page, "playground--main")
    await expect(snippet.locator(".cm-content")).to_be_visible()
    links = []
    for code in (CODE, "print(2)\n", CODE):
        await snippet.evaluate("(card, code) => fieldnotes.editor.open(card).setCode(code)", code)
        links.append(await shared(snippet))
        await snippet.locator(".share-told").evaluate("(told) => told.replaceChildren()")
    assert links[0] == links[2] != links[1]


@LANGS
async def test_a_refusal_is_shown_where_the_link_would_be(context: BrowserContext, small_site: str, lang: str) -> None:
    page = await context.new_page()  # the browser complains of both answers
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page, "playground--main")
    await expect(snippet.locator(".cm-content")).to_be_visible()
    await snippet.evaluate("(card) => fieldnotes.editor.open(card).setCode('x = 1\\n')")
    detail = {"detail": "Because it is so."}
    await page.route("**/api/v1/shares", lambda route: route.fulfill(status=429, json=detail))
    await snippet.locator("[data-share]").click()
    await expect(snippet.locator(".share-told")).to_have_text("Because it is so.")
    await page.unroute("**/api/v1/shares")
    await page.route("**/api/v1/shares", lambda route: route.abort())
    await snippet.locator("[data-share]").click()
    await expect(snippet.locator(".share-told")).to_contain_text("没能创建" if lang == "zh" else "could not be made")


@LANGS
async def test_a_share_opens_in_the_playground_without_running(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page, "playground--main")
    await expect(snippet.locator(".cm-content")).to_be_visible()
    await snippet.evaluate("(card, code) => fieldnotes.editor.open(card).setCode(code)", CODE)
    path = await shared(snippet)
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    await page.goto(small_site + path)
    await page.locator("[data-open]").click()
    await expect(page.locator(".cm-content")).to_contain_text("print('shared')")
    assert fake.requests == []


@LANGS
async def test_without_scripts_a_form_shares_and_the_page_runs(
    browser: Browser, small_site: str, fake: FakeEngine, lang: str
) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{small_site}/{lang}/playground")
    await page.locator("textarea[name=code]").fill(CODE)
    await page.locator(".button.run").click()
    await expect(page.locator(".stamp.live")).to_be_visible()
    await page.locator("[name=title]").fill("No scripts")
    await page.locator("[data-share]").click()
    await expect(page).to_have_url(re.compile(rf"/{lang}/p/[a-z2-7]{{20}}$"))
    await expect(page.locator("h1")).to_have_text("No scripts")
    await expect(page.locator(".stamp.recorded")).to_be_visible()
    await page.locator(".button.run").click()
    await expect(page.locator(".stamp.live")).to_be_visible()
    assert [request.code.replace("\r\n", "\n") for request in fake.requests] == [CODE, CODE]
    await context.close()


@LANGS
async def test_files_can_be_taken_away(page: Page, small_site: str, tmp_path: Path, lang: str) -> None:
    await page.goto(f"{small_site}/{lang}/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".ending dl")).to_be_visible()
    await page.goto(small_site + await shared(snippet))
    for ending in ("py", "ipynb"):
        async with page.expect_download(timeout=PATIENCE) as started:
            await page.locator(f".take-files a[href$='.{ending}']").click()
        download = await started.value
        assert re.fullmatch(rf"[a-z2-7]{{20}}\.{ending}", download.suggested_filename)
        await download.save_as(tmp_path / f"taken.{ending}")
    book = nbformat.reads((tmp_path / "taken.ipynb").read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    assert "tensor([1., 1., 1.])" in str(book.cells)
    assert ("# greet" if lang == "en" else "# 打招呼") in (tmp_path / "taken.py").read_text("utf-8")


def framing(site: str, path: str) -> str:
    """Another site's page: the API page's example of a frame, around *path*."""
    frame = source(ROOT / "templates", "embed.html", site)
    assert f"{site}/embed/{EXAMPLE}" in frame
    return f"<!doctype html><title>Another site</title>{frame.replace(f'/embed/{EXAMPLE}', path)}"


@asynccontextmanager
async def another_site(html: str) -> AsyncIterator[str]:
    """A page under a host name that is another site's to the browser, though it is this machine."""
    body = html.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"http://localhost:{listening.sockets[0].getsockname()[1]}/"


@LANGS
@pytest.mark.parametrize("what", ["snippet", "share"])
async def test_a_frame_in_another_sites_page_tells_its_height_and_runs(  # noqa: PLR0917
    page: Page, context: BrowserContext, small_site: str, fake: FakeEngine, lang: str, what: str
) -> None:
    path = "/embed/sample/hello"
    if what == "share":
        made = await context.request.post(f"{small_site}/api/v1/shares", data={"code": CODE, "lang": lang})
        path = "/embed/p/" + (await made.json())["id"]
    async with another_site(framing(small_site, f"{path}?lang={lang}")) as foreign:
        await page.goto(foreign)
        await expect(page.locator("#note")).not_to_have_attribute("height", "480")
        before = int(await page.locator("#note").get_attribute("height") or 0)
        assert before > 100
        inside = page.frame_locator("#note")
        assert fake.requests == []
        await inside.locator(".button.run").click()
        await expect(inside.locator(".stamp.live")).to_be_visible()
        await expect(inside.locator(".ending dl")).to_be_visible()
        await page.wait_for_function(f"Number(document.getElementById('note').height) > {before}", timeout=PATIENCE)
        back = inside.locator(".embed-back a")
        assert f"/{lang}/" in str(await back.get_attribute("href"))
        assert await context.cookies() == []
        async with context.expect_page(timeout=PATIENCE) as opening:
            await back.click()
        opened = await opening.value
        await expect(opened.locator("html")).to_have_attribute("lang", "zh-Hans" if lang == "zh" else "en")
        assert opened.url.startswith(f"{small_site}/{lang}/")


async def test_only_what_is_meant_for_it_can_be_framed_and_only_its_own_page_can_run_it(
    context: BrowserContext, small_site: str, fake: FakeEngine
) -> None:
    page = await context.new_page()  # the browser complains of both, as it should
    async with another_site(framing(small_site, "/en/notes/sample")) as foreign:
        await page.goto(foreign)
        await expect(page.locator("#note")).to_be_attached()
        frame = await (await page.query_selector("#note")).content_frame()  # type: ignore[union-attr]
        assert frame is not None
        await frame.wait_for_load_state()
        assert await frame.locator("[data-snippet]").count() == 0
    form = f'<form method="post" action="{small_site}/embed/sample/hello/runs"><button>Go</button></form>'
    async with another_site(f"<!doctype html><title>Form</title>{form}") as foreign:
        await page.goto(foreign)
        async with page.expect_response("**/embed/sample/hello/runs") as answered:
            await page.locator("button").click()
        assert (await answered.value).status == 403
    assert fake.requests == []


@LANGS
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_pages_of_shares_are_accessible_and_fit_a_phone(
    browser: Browser, small_site: str, lang: str, scheme: str
) -> None:
    context = await browser.new_context(
        viewport={"width": 390, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = await context.new_page()
    ran = await (await context.request.post(f"{small_site}/api/v1/runs", data={"code": CODE})).json()
    asked = {"code": CODE, "result": ran["id"], "title": "A title"}
    made = await (await context.request.post(f"{small_site}/api/v1/shares", data=asked)).json()
    for path in (f"{lang}/p/{made['id']}", f"embed/p/{made['id']}?lang={lang}", f"{lang}/docs"):
        await page.goto(f"{small_site}/{path}")
        wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
        found = await Axe().run(page, options=RULES)
        assert found.violations_count == 0, found.generate_report()
    await context.close()


@LANGS
async def test_seed_and_title_go_along_and_come_back(page: Page, small_site: str, fake: FakeEngine, lang: str) -> None:
    """A seed is larger than what a JavaScript number holds exactly."""
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page, "playground--main")
    await expect(snippet.locator(".cm-content")).to_be_visible()
    await snippet.locator("[name=seed]").fill("9223372036854775807")
    path = await shared(snippet)
    await page.goto(small_site + path)
    await page.locator(".button.run").click()
    await expect(page.locator(".stamp.live")).to_be_visible()
    assert fake.requests[0].seed == 2**63 - 1
    assert await shared(page.locator("[data-snippet]")) == path  # shared again from its own page, it is the same


@LANGS
async def test_a_snippets_files_are_on_its_card(page: Page, small_site: str, lang: str) -> None:
    await page.goto(f"{small_site}/{lang}/notes/sample")
    for ending in ("py", "ipynb"):
        async with page.expect_download(timeout=PATIENCE) as started:
            await card(page, "sample--hello").locator(f".file a[href$='.{ending}']").click()
        assert (await started.value).suggested_filename == f"sample-hello.{ending}"
