"""Someone with a broken run pastes the message, finds the page, runs the error and its fix; also without scripts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from app.notes.models import LANGS
from tests.e2e.test_reader import RULES
from tests.error_pages import IDENT, SLUG, write_error
from tests.fakes import FakeEngine, say
from tests.web import make_app, serving, write_notes

PASTED = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (7x12 and 99x3)"
WAIT = 30_000
"""Milliseconds: nothing here takes long, but the machine may be busy."""


@pytest.fixture
async def small(tmp_path: Path, fake: FakeEngine) -> AsyncIterator[str]:
    """The address of a service with one note and two errors."""
    notes = write_notes(tmp_path / "notes")
    write_error(notes)
    ranks = {f"{lang}_md": ("rank: 3", "rank: 4") for lang in LANGS}
    other = write_error(notes, "other", **ranks)
    for lang in LANGS:
        text = (other / f"{lang}.md").read_text("utf-8")
        (other / f"{lang}.md").write_text(text.replace("mat1 and mat2 shapes", "rows and columns"), "utf-8")
    async with serving(make_app(notes, fake)) as url:
        yield url


@pytest.mark.parametrize("lang", LANGS)
async def test_a_pasted_message_leaves_its_page(small: str, page: Page, lang: str) -> None:
    await page.goto(f"{small}/{lang}/errors")
    links = page.locator(".errors .entry")
    await expect(links).to_have_count(2, timeout=WAIT)
    await page.locator("#filter").fill(PASTED)
    await expect(links).to_have_count(1, timeout=WAIT)
    await links.first.click()
    await expect(page).to_have_url(f"{small}/{lang}/errors/{IDENT}", timeout=WAIT)
    await expect(page.locator(".wordings .wording")).to_be_visible(timeout=WAIT)


@pytest.mark.parametrize("lang", LANGS)
async def test_without_scripts_a_pasted_message_leads_there_too(small: str, browser: Browser, lang: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{small}/{lang}/errors")
    await page.locator("#filter").fill(PASTED)
    await page.locator(".find .button").click()
    links = page.locator(".errors .entry")
    await expect(links).to_have_count(1, timeout=WAIT)
    await links.first.click()
    await expect(page.locator(f"[id='{SLUG}--fix']")).to_be_visible(timeout=WAIT)
    await context.close()


async def test_a_run_links_to_the_page_of_its_error(small: str, page: Page, fake: FakeEngine) -> None:
    error = {"type": "RuntimeError", "message": PASTED.partition(": ")[2], "traceback": "", "frames": []}
    fake.script = say(("error", 2, error), status="error")
    await page.goto(f"{small}/zh/notes/sample")
    card = page.locator("[id='sample--hello']")
    await card.locator(".button.run").click()
    await expect(card.locator(".explained a")).to_have_attribute("href", f"/zh/errors/{IDENT}", timeout=WAIT)


async def test_older_wordings_open_where_a_search_leads(small: str, page: Page) -> None:
    await page.goto(f"{small}/en/errors/{IDENT}")
    older = page.locator("#older")
    await expect(older).to_be_hidden(timeout=WAIT)
    await page.locator(".wordings summary").click()
    await expect(older).to_be_visible(timeout=WAIT)


@pytest.mark.parametrize("path", ["errors", f"errors/{IDENT}", f"errors/{IDENT}?view=both", "claims?what=errors"])
@pytest.mark.parametrize("lang", LANGS)
async def test_pages_can_be_read_by_everyone_and_fit_a_phone(
    small: str, browser: Browser, lang: str, path: str
) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{small}/{lang}/{path}")
    found = await Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(width) <= 0
    await context.close()


@pytest.mark.parametrize("lang", LANGS)
async def test_an_error_and_its_fix_run_for_real(site: str, page: Page, lang: str) -> None:
    await page.goto(f"{site}/{lang}/errors/matmul-shapes")
    repro = page.locator("[id='error-matmul-shapes--repro']")
    await repro.locator(".button.run").click()
    await expect(repro.locator(".stamp.live")).to_be_visible(timeout=WAIT)
    await expect(repro.locator(".out.error")).to_contain_text("cannot be multiplied", timeout=WAIT)
    fix = page.locator("[id='error-matmul-shapes--fix']")
    await fix.locator(".button.run").click()
    await expect(fix.locator(".stamp.live")).to_be_visible(timeout=WAIT)
    await expect(fix.locator(".mark.m-pass").first).to_be_visible(timeout=WAIT)
