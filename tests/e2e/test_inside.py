"""Looking inside a run, in a real browser: by mouse, by keys, without scripts, in both languages."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, expect

from app.runs.local import LocalEngine
from tests.support import settings
from tests.web import make_app, serving, write_notes

WAIT = 30_000
CODE = """\
import torch

x = torch.arange(6.0)
alias = x.detach()
turned = x.view(2, 3).T
tail = x[2:]
copied = x.clone()
x.add_(1)
weight = torch.ones(6, requires_grad=True)
hidden = (weight * x).exp()
loss = hidden.sum()
"""
ADD = 6
"""Number of the step that adds in place."""
expect.set_options(timeout=WAIT)  # two processors may be shared by everything that is tested
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}}
WORDS = {
    "en": {"through": "changed through x", "write": "changed in place", "still": "as before", "save": "weight"},
    "zh": {"through": "随 x 一起改变", "write": "被原位修改", "still": "不变", "save": "weight"},
}


@pytest.fixture(scope="module")
async def inside_site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a service with a real engine and one note, whose snippet is the program above."""
    notes = write_notes(tmp_path_factory.mktemp("inside") / "notes")
    hello = notes / "sample" / "hello.py"
    hello.write_text(hello.read_text("utf-8").partition("# en:")[0] + CODE, "utf-8")
    async with serving(make_app(notes, LocalEngine(settings(timeout_s=30.0)))) as url:
        yield url


async def looked(page: Page, site: str, lang: str) -> Locator:
    """The card of a run that was looked into."""
    await page.goto(f"{site}/{lang}/notes/sample")
    card = page.locator("#sample--hello")
    await card.locator("[data-look]").click()
    await expect(card.locator("[data-inside][data-ready]")).to_be_visible(timeout=WAIT)
    return card


async def step_to(card: Locator, number: int) -> Locator:
    """Move the slider there with the arrow keys; the stage that then shows the step."""
    slider = card.locator("[data-time-slider]")
    await slider.focus()
    await slider.press("Home")
    await expect(slider).to_have_value("1")
    for value in range(2, number + 1):
        await slider.press("ArrowRight")
        await expect(slider).to_have_value(str(value))
    return card.locator("[data-time-stage]")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_arrow_keys_step_to_a_write_that_changes_a_detached_alias(
    page: Page, inside_site: str, lang: str
) -> None:
    words = WORDS[lang]
    card = await looked(page, inside_site, lang)
    stage = await step_to(card, ADD)
    alias = stage.locator("tr[data-name=alias]")
    await expect(alias.locator(".cell-is")).to_have_text(["0.", "1.", "2.", "3.", "4.", "5."])
    await expect(alias.locator(".changed")).to_have_count(0)
    await card.locator("[data-time-slider]").press("ArrowRight")
    await expect(stage.locator(".time-line")).to_contain_text("x.add_(1)")
    await expect(alias.locator(".cell-is.changed")).to_have_text(["1.", "2.", "3.", "4.", "5.", "6."])
    await expect(alias.locator(".time-what")).to_have_text(words["through"])
    await expect(alias.locator(".time-version")).to_contain_text("0 → 1")
    await expect(stage.locator("tr[data-name=x] .time-what")).to_have_text(words["write"])
    await expect(stage.locator("tr[data-name=turned] .changed")).to_have_count(6)
    await expect(stage.locator("tr[data-name=tail] .changed")).to_have_count(4)
    copied = stage.locator("tr[data-name=copied]")
    await expect(copied.locator(".time-what")).to_have_text(words["still"])
    await expect(copied.locator(".cell-is")).to_have_text(["0.", "1.", "2.", "3.", "4.", "5."])
    shared = await alias.locator(".storage").get_attribute("class")
    assert "shared" in (shared or "")
    spoken = card.locator("[data-time-slider]")
    await expect(spoken).to_have_attribute("aria-valuetext", re.compile(words["through"]))
    await expect(card.locator(".cl.now")).to_have_attribute("data-n", "8")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_map_shows_who_looks_into_the_same_memory(page: Page, inside_site: str, lang: str) -> None:
    card = await looked(page, inside_site, lang)
    shared = card.locator(".storage-map", has=page.locator(".lane[data-name=x]"))
    await expect(shared.locator(".lane")).to_have_count(4)
    for name, indices in {
        "alias": ["0", "1", "2", "3", "4", "5"],
        "turned": ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1"],
        "tail": ["0", "1", "2", "3"],
    }.items():
        lane = shared.locator(f".lane[data-name={name}]")
        await expect(lane.locator("text.at")).to_have_text(indices)
        await expect(lane.locator("svg")).to_have_attribute("aria-label", re.compile(name))
    await expect(shared.locator(".lane[data-name=tail] rect.unseen")).to_have_count(2)
    await expect(shared.locator(".lane[data-name=turned] .arc-step")).to_have_text(["3", "1"])
    own = card.locator(".storage-map", has=page.locator(".lane[data-name=copied]"))
    await expect(own.locator(".lane")).to_have_count(1)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_node_tells_what_it_saves_when_it_is_pointed_at_or_focused(
    page: Page, inside_site: str, lang: str
) -> None:
    card = await looked(page, inside_site, lang)
    select = card.locator("[data-graph-select]")
    await expect(select.locator("option:checked")).to_contain_text("loss")
    graph = card.locator("[data-graph]:not([hidden])")
    await expect(graph.locator(".node-is")).to_have_text(
        ["SumBackward0", "ExpBackward0", "MulBackward0", "AccumulateGrad"]
    )
    saved = graph.locator("[data-saved]")
    await graph.locator("[data-node='2']").hover()
    await expect(saved).to_contain_text("MulBackward0")
    await expect(saved).to_contain_text("other")
    await graph.locator("[data-node='1']").focus()
    await expect(saved).to_contain_text("ExpBackward0")
    await expect(saved).to_contain_text("hidden")
    await expect(saved).to_contain_text("[6]")
    await expect(graph.locator("[data-node='1']")).to_have_attribute("aria-label", re.compile(r"result = hidden \[6\]"))
    await page.keyboard.press("Tab")
    await expect(saved).to_contain_text("MulBackward0")
    await select.select_option(index=1)
    await expect(card.locator("[data-graph]:not([hidden])").locator("figcaption code")).to_have_text("hidden")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_all_of_it_without_scripts(browser: Browser, inside_site: str, lang: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{inside_site}/{lang}/notes/sample")
    await page.locator("#sample--hello [data-look]").click(timeout=WAIT)
    card = page.locator("#sample--hello")
    step = card.locator(f".time-step[data-step='{ADD + 1}']")
    await expect(step.locator("tr[data-name=alias]")).to_contain_text(WORDS[lang]["through"], timeout=WAIT)
    await expect(card.locator("[data-time-bar]")).to_be_hidden()
    await expect(card.locator(".graph-map").first).to_be_visible()
    await expect(card.locator(".storage-map").first).to_be_visible()
    await context.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_in_the_playground_the_editor_marks_the_line_that_is_stepped_to(
    page: Page, inside_site: str, lang: str
) -> None:
    await page.goto(f"{inside_site}/{lang}/playground?snippet=sample/hello")
    card = page.locator("[data-snippet]")
    await expect(card.locator(".cm-content")).to_contain_text("x.add_(1)")
    await card.locator("input[name=looks]").check()
    await card.locator(".button.run").click()
    await expect(card.locator("[data-inside][data-ready]")).to_be_visible(timeout=WAIT)
    stage = await step_to(card, ADD + 1)
    await expect(stage.locator("tr[data-name=alias] .time-what")).to_have_text(WORDS[lang]["through"])
    await expect(card.locator(".cm-line.cm-now")).to_have_text("x.add_(1)")
    await expect(card.locator(".graph-map").first).to_be_visible()


async def test_a_plain_run_has_none_of_it_and_loads_nothing_for_it(page: Page, inside_site: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    await page.goto(f"{inside_site}/en/notes/sample")
    card = page.locator("#sample--hello")
    await card.locator(".button.run").click()
    await expect(card.locator(".ending dl")).to_be_visible(timeout=WAIT)
    await expect(card.locator("[data-inside]")).to_have_count(0)
    assert [url for url in loaded if "inspect" in url] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_it_is_accessible_and_fits_a_phone(browser: Browser, inside_site: str, lang: str, theme: str) -> None:
    context = await browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark" if theme == "dark" else "light"
    )
    page = await context.new_page()
    await looked(page, inside_site, lang)
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    result = await Axe().run(page, context=".inside", options=RULES)
    assert result.violations_count == 0, result.generate_report()
    await context.close()
