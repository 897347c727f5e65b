"""Help while typing, in a real Chromium: there when it is wanted, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, Page, expect

from app.main import create_app
from app.notes.library import Library
from app.runs.assistant import Action, Assistant, State
from app.settings import Settings
from tests.fakes import FakeEngine
from tests.web import serving, write_notes

SOON_MS = 30_000
LANGS = pytest.mark.parametrize("lang", ["en", "zh"])
DOC = {
    "title": "torch.Tensor.view",
    "kind": "function",
    "signatures": ["view(*shape) -> Tensor"],
    "doc": "Of this torch.",
}
PARAMS = [{"label": "in_features", "full": "in_features: int"}, {"label": "out_features", "full": "out_features: int"}]
ANSWERS: dict[str, Any] = {
    "complete": {
        "prefix": 2,
        "items": [{"label": name, "apply": name, "kind": "function"} for name in ("view", "view_as")],
    },
    "hover": DOC,
    "signature": {"signatures": [{"name": "Linear", "params": PARAMS, "active": 1}], "doc": "Applies it."},
    "format": {"code": "tidy = 1\n", "error": ""},
    "lint": {"warnings": []},
}


class _Helper(Assistant):
    """Answers from a table; ``states`` are what it says of itself, the last one again and again."""

    def __init__(self, *states: State) -> None:
        super().__init__(Settings(assist=False))
        self.states = list(states) or ["ready"]
        self.answers = dict(ANSWERS)
        self.asked: list[tuple[str, str, int, int]] = []
        self.woken = 0

    def wake(self) -> State:
        self.woken += 1
        return self.states.pop(0) if len(self.states) > 1 else self.states[0]

    async def ask(self, client: str, action: Action, code: str, line: int, column: int) -> Any:
        assert client
        self.asked.append((action, code, line, column))
        await asyncio.sleep(0)
        return self.answers[action]


@pytest.fixture
def helper() -> _Helper:
    return _Helper()


@pytest.fixture
async def site(tmp_path: Path, helper: _Helper) -> AsyncIterator[str]:
    """The address of a service with the scripted engine and the scripted help."""
    notes = write_notes(tmp_path / "notes")
    chosen = Settings(snippets_dir=notes, var_dir=tmp_path / "var")
    app = create_app(chosen, engine=FakeEngine(), library=Library.load(notes), assistant=helper)
    async with serving(app) as url:
        yield url


async def begin(page: Page, url: str, lang: str, code: str = "") -> Locator:
    """The playground's editor with *code* in it, its cursor at the end, and help ready."""
    await page.goto(f"{url}/{lang}/playground")
    content = page.locator(".cm-content")
    await expect(content).to_be_visible(timeout=SOON_MS)
    await content.click()
    await expect(page.locator("[data-format]")).to_be_visible(timeout=SOON_MS)
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.press("Delete")
    if code:
        await page.keyboard.insert_text(code)
    return content


async def written(page: Page) -> str:
    """What the editor holds."""
    held: str = await page.evaluate("fieldnotes.editor.open(document.querySelector('[data-snippet]')).code()")
    return held


@LANGS
async def test_names_are_offered_and_tab_takes_the_first(page: Page, site: str, lang: str, helper: _Helper) -> None:
    await begin(page, site, lang, "x.v")
    await page.keyboard.type("i")
    offered = page.locator(".cm-tooltip-autocomplete li")
    await expect(offered.first).to_contain_text("view", timeout=SOON_MS)
    assert ("complete", "x.vi", 1, 4) in helper.asked
    await page.keyboard.press("Tab")
    await expect(offered).to_have_count(0)
    assert await written(page) == "x.view"


@LANGS
async def test_a_chosen_name_is_documented(page: Page, site: str, lang: str) -> None:
    await begin(page, site, lang, "x.v")
    await page.keyboard.type("i")
    await expect(page.locator(".cm-tooltip-autocomplete li").first).to_be_visible(timeout=SOON_MS)
    await page.keyboard.press("ArrowDown")
    info = page.locator(".cm-completionInfo")
    await expect(info).to_contain_text("view(*shape) -> Tensor", timeout=SOON_MS)
    await expect(info).to_contain_text("Of this torch.")
    results = await Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    await page.keyboard.press("Enter")
    assert await written(page) == "x.view"


async def test_an_open_list_does_not_take_the_enter_key(page: Page, site: str) -> None:
    await begin(page, site, "en", "x.v")
    await page.keyboard.type("i")
    await expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible(timeout=SOON_MS)
    await page.keyboard.press("Enter")
    assert await written(page) == "x.vi\n"


async def test_escape_closes_the_list_and_tab_is_an_indent_again(page: Page, site: str) -> None:
    await begin(page, site, "en", "x.v")
    await page.keyboard.type("i")
    offered = page.locator(".cm-tooltip-autocomplete")
    await expect(offered).to_be_visible(timeout=SOON_MS)
    await page.keyboard.press("Escape")
    await expect(offered).to_have_count(0)
    assert await written(page) == "x.vi"
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    assert await written(page) == "x.vi\n    "


async def test_nothing_is_offered_in_a_comment(page: Page, site: str, helper: _Helper) -> None:
    await begin(page, site, "en", "# not")
    await page.keyboard.type("hing")
    await page.keyboard.press("Enter")
    await page.keyboard.type("x.vi")
    await expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible(timeout=SOON_MS)
    assert [line for action, _, line, _ in helper.asked if action == "complete" and line == 1] == []


@LANGS
async def test_the_call_being_written_is_told(page: Page, site: str, lang: str) -> None:
    await begin(page, site, lang, "Linear")
    await page.keyboard.type("(2, ")
    told = page.locator(".cm-signature")
    await expect(told).to_contain_text("Linear(in_features, out_features)", timeout=SOON_MS)
    await expect(told.locator(".cm-param")).to_have_text("out_features")
    await page.keyboard.press("Escape")
    await expect(told).to_have_count(0)


@LANGS
async def test_a_name_is_explained_under_the_pointer_and_by_a_key(page: Page, site: str, lang: str) -> None:
    content = await begin(page, site, lang, "something.view")
    told = page.locator(".cm-doc")
    await page.keyboard.press("F1")
    await expect(told).to_contain_text("Of this torch.", timeout=SOON_MS)
    await page.keyboard.press("Escape")
    await expect(told).to_have_count(0)
    box = await content.locator(".cm-line").first.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 200, box["y"] + 120)
    await page.mouse.move(box["x"] + 45, box["y"] + box["height"] / 2, steps=4)
    await expect(told).to_contain_text("torch.Tensor.view", timeout=SOON_MS)


@LANGS
async def test_a_program_is_laid_out_by_button_and_by_keys(page: Page, site: str, lang: str, helper: _Helper) -> None:
    await begin(page, site, lang, "tidy=1")
    button = page.locator("[data-format]")
    await expect(button).to_have_text({"en": "Format", "zh": "格式化"}[lang])
    await button.click()
    await page.wait_for_function(_HOLDS, arg="tidy = 1\n", timeout=SOON_MS)
    await page.locator(".cm-content").click()
    await page.keyboard.press("ControlOrMeta+z")
    await page.wait_for_function(_HOLDS, arg="tidy=1", timeout=SOON_MS)
    await page.keyboard.press("Shift+Alt+F")
    await page.wait_for_function(_HOLDS, arg="tidy = 1\n", timeout=SOON_MS)
    helper.answers["format"] = {"code": None, "error": "1:5: unexpected"}
    await button.click()
    said = page.locator("[data-format-said]")
    await expect(said).to_contain_text("1:5: unexpected", timeout=SOON_MS)
    await expect(said).to_contain_text({"en": "It can't be formatted", "zh": "无法格式化"}[lang])


_HOLDS = "text => fieldnotes.editor.open(document.querySelector('[data-snippet]')).code() === text"


@LANGS
async def test_warnings_are_shown_where_they_belong(page: Page, site: str, lang: str, helper: _Helper) -> None:
    at = {"line": 1, "column": 3, "end_line": 1, "end_column": 6}
    helper.answers["lint"] = {
        "warnings": [{**at, "code": "F821", "message": "Undefined name `abc`", "severity": "error"}]
    }
    await begin(page, site, lang, "😀=abc\n")  # columns count characters, however many units the browser needs
    marked = page.locator(".cm-lintRange-error")
    await expect(marked).to_have_text("abc", timeout=SOON_MS)


async def test_what_the_torch_that_runs_here_has_is_offered(page: Page, tmp_path: Path) -> None:
    """Everything for real: the jailed process, jedi, and the torch that is installed."""
    notes = write_notes(tmp_path / "notes")
    chosen = Settings(snippets_dir=notes, var_dir=tmp_path / "var", uid_base=63000)
    real = Assistant(chosen)
    app = create_app(chosen, engine=FakeEngine(), library=Library.load(notes), assistant=real)
    async with serving(app) as url:
        real.wake()
        await real.started()
        await begin(page, url, "zh", "import torch\nx = torch.ones(2)\nx.requires_gra")
        await page.keyboard.type("d")
        offered = page.locator(".cm-tooltip-autocomplete li")
        await expect(offered.first).to_contain_text("requires_grad", timeout=2 * SOON_MS)
        await page.keyboard.press("Escape")
        await page.keyboard.insert_text("\nmissing\n")
        await expect(page.locator(".cm-lintRange-error")).to_have_text("missing", timeout=2 * SOON_MS)


async def test_nobody_is_asked_before_somebody_comes_to_type(page: Page, site: str, helper: _Helper) -> None:
    await page.goto(f"{site}/en/playground")
    await expect(page.locator(".cm-content")).to_be_visible(timeout=SOON_MS)
    assert helper.woken == 0
    await page.locator(".cm-content").click()
    await expect(page.locator("[data-format]")).to_be_visible(timeout=SOON_MS)
    assert helper.woken > 0


async def test_until_it_is_ready_nothing_is_asked_of_it(page: Page, site: str, helper: _Helper) -> None:
    helper.states = ["starting", "starting", "ready"]
    await begin(page, site, "en")
    assert helper.asked == []
    assert helper.woken == 3
    await page.keyboard.type("x.vi")
    await expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible(timeout=SOON_MS)


async def test_where_there_is_none_the_editor_works_without(page: Page, site: str, helper: _Helper) -> None:
    helper.states = ["off"]
    await page.goto(f"{site}/en/playground")
    await page.locator(".cm-content").click(timeout=SOON_MS)
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.press("Delete")
    await page.keyboard.type("value = 1")
    await page.wait_for_function(_HOLDS, arg="value = 1", timeout=SOON_MS)
    await expect(page.locator("[data-format]")).to_be_hidden()
    assert helper.asked == []
