"""Choosing a torch and comparing two, in a real Chromium, with scripts and without."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from app.runs.models import RunRequest
from tests.fakes import DONE, FakeEngine, Step
from tests.web import make_app, serving, write_notes

SOON_MS = 30_000
LANGS = pytest.mark.parametrize("lang", ["en", "zh"])
DIFFER = {"en": "1 line differs", "zh": "有 1 行不同"}
SAME = {"en": "Both show the same", "zh": "两边显示的内容相同"}


def by_version(request: RunRequest) -> Iterable[Step]:
    """Shows its version and, at the next line, how long its program is."""
    return [
        ("stdout", 1, {"text": f"torch {request.runtime}\n"}),
        ("stdout", 2, {"text": f"{len(request.code)} characters\n"}),
        ("done", None, DONE),
    ]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(script=by_version, runtimes=("2.14.1",))


@pytest.fixture
async def site(tmp_path: Path, engine: FakeEngine) -> AsyncIterator[str]:
    """The address of a service with two torch versions."""
    async with serving(make_app(write_notes(tmp_path / "notes"), engine)) as url:
        yield url


@LANGS
async def test_a_note_runs_on_the_torch_that_was_chosen(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/notes/sample")
    card = page.locator("#sample--hello")
    await card.locator("select[name=runtime]").select_option("2.14.1")
    await card.locator(".button.run").click()
    await expect(card.locator(".stamp.live")).to_contain_text("torch 2.14.1", timeout=SOON_MS)


@LANGS
async def test_what_is_in_the_editor_is_compared(page: Page, site: str, lang: str, engine: FakeEngine) -> None:
    await page.goto(f"{site}/{lang}/playground")
    await expect(page.locator(".cm-content")).to_be_visible(timeout=SOON_MS)
    await page.evaluate(
        "code => fieldnotes.editor.open(document.querySelector('[data-snippet]')).setCode(code)", "a = 1\nb = 2\n"
    )
    await page.locator("[data-compare]").click()
    await expect(page.locator(".compare-verdict")).to_have_text(DIFFER[lang], timeout=SOON_MS)
    assert "/playground/compare" in page.url
    assert {one.runtime for one in engine.requests} == {"2.13.0+cpu", "2.14.1"}
    assert {one.code for one in engine.requests} == {"a = 1\nb = 2\n"}
    await expect(page.locator("mark")).to_have_text(["torch 2.13.0+cpu", "torch 2.14.1"])
    await expect(page.locator(".pair").nth(1).locator(".said")).to_have_text(["12 characters\n"] * 2)
    await page.locator("select[name=right]").select_option("2.13.0+cpu@cpu")
    await page.locator(".compare-form .button").click()
    await expect(page.locator(".compare-verdict")).to_have_text(SAME[lang], timeout=SOON_MS)
    await expect(page.locator("mark")).to_have_count(0)


@LANGS
async def test_a_note_leads_to_the_comparison_of_its_snippet(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/notes/sample")
    await page.locator("#sample--checks [data-compare-link]").click()
    program = page.locator("#compare-code")
    await expect(program).to_have_value("total = 1 + 1\nassert total == 2\nassert total != 3\ntotal\n", timeout=SOON_MS)
    await expect(page.locator("input[name=seed]")).to_have_value("11")


@LANGS
async def test_without_scripts_too(browser: Browser, site: str, lang: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    try:
        page = await context.new_page()
        await page.goto(f"{site}/{lang}/playground")
        await page.locator("textarea[name=code]").fill("a = 1\nb = 2\n")
        await page.locator("[data-compare]").click()
        await expect(page.locator(".compare-verdict")).to_have_text(DIFFER[lang], timeout=SOON_MS)
        await page.locator("summary").first.click()
        await page.locator("#compare-code").fill("a = 1\n")
        await page.locator("select[name=right]").select_option("2.13.0+cpu@cpu")
        await page.locator(".compare-form .button").click()
        await expect(page.locator(".compare-verdict")).to_have_text(SAME[lang], timeout=SOON_MS)
    finally:
        await context.close()


@LANGS
async def test_a_narrow_screen_has_the_sides_below_each_other(browser: Browser, site: str, lang: str) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 800})
    try:
        page = await context.new_page()
        await page.goto(f"{site}/{lang}/playground/compare?snippet=sample/checks")
        await page.locator(".compare-form .button").click()
        await expect(page.locator(".compare-verdict")).to_be_visible(timeout=SOON_MS)
        boxes = [await side.bounding_box() for side in await page.locator(".pair").first.locator(".side").all()]
        left, right = boxes
        assert left is not None
        assert right is not None
        assert right["y"] >= left["y"] + left["height"] - 1
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_keeps_anybody_from_using_it(
    browser: Browser, site: str, scheme: Literal["light", "dark"]
) -> None:
    context = await browser.new_context(color_scheme=scheme)
    try:
        page = await context.new_page()
        await page.goto(f"{site}/zh/playground/compare?snippet=sample/checks")
        await page.locator(".compare-form .button").click()
        await expect(page.locator(".compare-verdict")).to_be_visible(timeout=SOON_MS)
        results = await Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
    finally:
        await context.close()
