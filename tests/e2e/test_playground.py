"""Editing, running and comparing in a real browser: on a note, on the playground, with the keyboard alone."""

from __future__ import annotations

import asyncio
import gzip
import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Locator, Page, Request, Response, expect

from app.runs.models import RunRefused
from tests.fakes import DONE, FakeEngine, say

PATIENCE = 30_000
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}}
LANGS = pytest.mark.parametrize("lang", ["en", "zh"])
BROKEN = """\
import torch

def multiply(a, b):
    return a @ b

x = torch.ones(2, 3)
multiply(x, torch.ones(4, 5))
"""
REFUSED = {
    "no_wall": {"en": "edited code is not run", "zh": "改动过的代码"},
    "client_busy": {"en": "as many runs", "zh": "一位读者"},
    "queue_full": {"en": "places in the queue are taken", "zh": "队列已满"},
}
RANDOM = """\
import torch

torch.rand(1).item()
torch.ones(2).sum()
"""


@pytest.fixture(autouse=True)
def patient() -> None:
    """Every wait is a long one: the machine may be busy with something else."""
    expect.set_options(timeout=PATIENCE)


def card(page: Page, name: str = "playground--main") -> Locator:
    return page.locator(f"[data-snippet][id='{name}']")


async def opened(snippet: Locator) -> Locator:
    """The editor of *snippet*, which is there."""
    editor = snippet.locator(".cm-content")
    await expect(editor).to_be_visible()
    return editor


async def write(snippet: Locator, code: str) -> None:
    """Put *code* into the editor of *snippet*, as its own interface does."""
    await snippet.evaluate("(card, code) => fieldnotes.editor.open(card).setCode(code)", code)


async def read(snippet: Locator) -> str:
    return str(await snippet.evaluate("(card) => fieldnotes.editor.open(card).code()"))


async def ended(snippet: Locator) -> None:
    await expect(snippet.locator(".ending dl")).to_be_visible()
    await expect(snippet.locator(".button.run")).to_be_visible()


async def focused(page: Page, selector: str) -> bool:
    return bool(await page.evaluate("(selector) => Boolean(document.activeElement?.closest(selector))", selector))


@LANGS
async def test_edit_a_snippet_run_it_reset_and_undo(page: Page, small_site: str, fake: FakeEngine, lang: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    await page.goto(f"{small_site}/{lang}/notes/sample")
    snippet = card(page, "sample--hello")
    original = await snippet.locator(".sheet .src").all_inner_texts()
    assert [url for url in loaded if "editor-" in url] == []
    await snippet.get_by_role("button", name="Edit" if lang == "en" else "编辑").click()
    editor = await opened(snippet)
    assert len([url for url in loaded if "editor-" in url]) == 1
    await expect(editor.locator(".cm-line").first).to_have_text(original[0].strip())
    before = await read(snippet)

    fake.script = say(("stdout", 2, {"text": "from line two\n"}), ("value", 3, {"data": {"text/plain": "tensor(3.)"}}))
    await write(snippet, "x = 1\nprint(x)\nx\n")
    await editor.press("Control+Enter")
    await ended(snippet)
    assert fake.requests[0].code == "x = 1\nprint(x)\nx\n"
    assert fake.requests[0].snippet is None
    output = snippet.locator(".cm-output")
    await expect(output).to_have_count(2)
    await expect(output.first.locator("xpath=preceding-sibling::*[1]")).to_have_text("print(x)")
    await expect(output.first).to_have_text("from line two")
    await expect(output.last.locator("xpath=preceding-sibling::*[1]")).to_have_text("x")

    reset = snippet.locator("[data-reset]")
    await reset.click()
    assert await read(snippet) == before
    await expect(reset).to_have_text("Undo the reset" if lang == "en" else "撤销还原")
    await reset.click()
    assert await read(snippet) == "x = 1\nprint(x)\nx\n"
    await reset.click()
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".stamp.live")).to_be_visible()
    for _ in range(400):
        if len(fake.requests) == 2:
            break
        await asyncio.sleep(0.05)
    assert fake.requests[1].snippet == "sample/hello"


@LANGS
async def test_what_was_typed_survives_a_reload_and_is_shared_with_the_playground(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    await page.goto(f"{small_site}/{lang}/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator("[data-edit]").click()
    await opened(snippet)
    await write(snippet, "kept = 1\n")
    await page.reload()
    await opened(snippet)
    assert await read(snippet) == "kept = 1\n"
    assert await card(page, "sample--checks").locator(".cm-content").count() == 0
    await snippet.locator("[data-open]").click()
    await page.wait_for_url("**/playground?snippet=sample/hello")
    free = card(page)
    await opened(free)
    assert await read(free) == "kept = 1\n"
    await free.locator("[data-reset]").click()
    assert "print" in await read(free)
    await page.reload()
    await opened(free)
    assert "print" in await read(free)
    assert fake.requests == []


@LANGS
async def test_with_the_keyboard_alone_from_the_page_to_the_result(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    fake.script = say(("stdout", 1, {"text": "typed and run\n"}))
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page)
    await opened(snippet)
    for _ in range(60):
        await page.keyboard.press("Tab")
        if await focused(page, ".cm-content"):
            break
    assert await focused(page, ".cm-content")
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Delete")
    await page.keyboard.type("tor")
    await page.keyboard.press("Escape")
    await page.keyboard.type("ch = 1 ")
    await page.keyboard.press("Tab")
    assert await focused(page, ".cm-content")  # Tab is typing, until Escape says otherwise
    await page.keyboard.press("Control+Enter")
    await ended(snippet)
    assert fake.requests[0].code.startswith("torch = 1")
    await expect(snippet.locator(".cm-output")).to_have_text("typed and run")
    for _ in range(10):
        await page.keyboard.press("Escape")
        await page.keyboard.press("Tab")
        if not await page.evaluate("document.activeElement.matches('.cm-content')"):
            break
    assert not await page.evaluate("document.activeElement.matches('.cm-content')")


async def test_escape_announces_leaving_even_where_it_closes_something(page: Page, small_site: str) -> None:
    await page.goto(f"{small_site}/en/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await editor.focus()
    hint = snippet.locator("[data-hint]")
    await expect(hint).not_to_have_class(re.compile("armed"))
    await page.keyboard.type("\nimp")
    await page.keyboard.press("Escape")
    await expect(hint).to_have_class(re.compile("armed"))
    await page.keyboard.type("o")
    await expect(hint).not_to_have_class(re.compile("armed"))


@LANGS
async def test_code_that_came_by_a_link_waits_for_its_reader(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    posts: list[Request] = []
    page.on(
        "request",
        lambda request: posts.append(request) if "/playground" in request.url and request.method == "POST" else None,
    )
    await page.goto(f"{small_site}/{lang}/playground?snippet=sample/checks")
    snippet = card(page)
    await opened(snippet)
    await expect(snippet.locator(".snippet-title")).to_have_text("Checks" if lang == "en" else "检验")
    await page.locator("[data-examples] select").select_option("sample/hello")
    await page.wait_for_url("**/playground?snippet=sample%2Fhello")
    await opened(snippet)
    assert 'print("hello")' in await read(snippet)
    assert posts == []
    assert fake.requests == []
    await snippet.locator(".button.run").click()
    await ended(snippet)
    assert len(fake.requests) == 1


@LANGS
async def test_outputs_come_while_it_runs_and_stop_keeps_them(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    fake.script = say(("stdout", 1, {"text": "one\n"}), 0.3, ("stdout", 2, {"text": "two\n"}), 120.0)
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await write(snippet, "print(1)\nprint(2)\nprint(3)\n")
    await editor.press("Control+Enter")
    await expect(snippet.locator(".cm-output")).to_have_text(["one", "two"])
    await snippet.locator(".button.stop").click()
    await expect(snippet.locator(".e-cancelled")).to_be_visible()
    await expect(snippet.locator(".cm-output")).to_have_text(["one", "two"])


@LANGS
async def test_editing_says_that_the_outputs_are_of_what_was_there(
    page: Page, small_site: str, fake: FakeEngine, lang: str
) -> None:
    fake.script = say(("stdout", 2, {"text": "shown\n"}))
    await page.goto(f"{small_site}/{lang}/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await write(snippet, "a = 1\nprint(a)\n")
    await editor.press("Control+Enter")
    await ended(snippet)
    stale = snippet.locator("[data-stale]")
    await expect(stale).to_be_hidden()
    await write(snippet, "new = 0\na = 1\nprint(a)\n")
    await expect(stale).to_be_visible()
    output = snippet.locator(".cm-output")
    await expect(output.locator("xpath=preceding-sibling::*[1]")).to_have_text("print(a)")
    await write(snippet, "a = 1\nprint(a)\n")
    await expect(stale).to_be_hidden()


@LANGS
@pytest.mark.parametrize("reason", ["no_wall", "client_busy", "queue_full"])
async def test_a_refusal_stands_at_the_card_and_nothing_is_lost(
    context: BrowserContext, small_site: str, fake: FakeEngine, lang: str, reason: str
) -> None:
    page = await context.new_page()  # the refusal is reported on its console
    await page.goto(f"{small_site}/{lang}/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator("[data-edit]").click()
    editor = await opened(snippet)
    fake.script = say(("stdout", 1, {"text": "before\n"}))
    await write(snippet, "mine = 1\n")
    await editor.press("Control+Enter")
    await expect(snippet.locator(".cm-output")).to_have_text("before")
    await ended(snippet)
    fake.refuse = RunRefused(reason, "no", 3)
    await write(snippet, "mine = 1\nyours = 2\n")
    await editor.press("Control+Enter")
    await expect(snippet.locator(".notice")).to_contain_text(REFUSED[reason][lang])
    await expect(snippet.locator(".notice p")).to_be_visible()
    assert await read(snippet) == "mine = 1\nyours = 2\n"
    await expect(snippet.locator(".cm-output")).to_have_text("before")


async def test_copy_gives_what_is_in_the_editor(context: BrowserContext, small_site: str) -> None:
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = await context.new_page()
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator("[data-copy]").click()
    await expect(snippet.locator("[data-copy]")).to_have_text("Copied")
    clipboard = "navigator.clipboard.readText()"
    assert await page.evaluate(clipboard) == '# greet\nprint("hello")\n\nfor step in range(3):\n    print(step)\n'
    await snippet.locator("[data-edit]").click()
    await opened(snippet)
    await write(snippet, "mine = 1\n")
    await snippet.locator("[data-copy]").click()
    await page.wait_for_function(f"{clipboard}.then((text) => text === 'mine = 1\\n')", timeout=PATIENCE)


@LANGS
async def test_an_error_is_marked_explained_and_put_into_a_sentence(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await write(snippet, BROKEN)
    await editor.press("Control+Enter")
    await ended(snippet)
    await expect(snippet.locator(".cm-bad")).to_have_text("multiply(x, torch.ones(4, 5))")
    await expect(snippet.locator(".cm-lintRange-error")).to_have_text("multiply(x, torch.ones(4, 5))")
    error = snippet.locator(".cm-output .out.error")
    await expect(error.locator(".error-head b")).to_have_text("RuntimeError")
    await expect(error.locator(".frames code")).to_have_text(["multiply(x, torch.ones(4, 5))", "return a @ b"])
    await expect(error).not_to_contain_text("site-packages")
    advice = error.locator(".advice")
    await expect(advice).to_contain_text("[2, 3]")
    await expect(advice).to_contain_text("[4, 5]")
    await expect(advice).to_contain_text("the 3 columns of the left" if lang == "en" else "左边的列数 3")
    link = error.locator(".explained a")
    await expect(link).to_have_attribute("href", re.compile(rf"^/{lang}/(notes|errors)/"))
    response = await page.request.get(site + str(await link.get_attribute("href")))
    assert response.status == 200
    await write(snippet, BROKEN.replace("torch.ones(4, 5)", "torch.ones(3, 5)"))
    await editor.press("Control+Enter")
    await expect(snippet.locator(".cm-output .out.tensor")).to_be_visible()
    await expect(snippet.locator(".cm-bad")).to_have_count(0)
    await expect(snippet.locator(".cm-lintRange-error")).to_have_count(0)


@LANGS
async def test_a_seed_is_kept_and_freed_and_gives_the_same_again(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await write(snippet, RANDOM)
    await editor.press("Control+Enter")
    await ended(snippet)
    keep = snippet.locator("[data-keep]")
    seed = await keep.get_attribute("value")
    first = await snippet.locator(".cm-output").first.inner_text()
    await keep.click()
    field = snippet.locator("[name=seed]")
    await expect(field).to_have_value(seed or "")
    stamp = await snippet.locator(".stamp time").get_attribute("datetime")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".stamp time")).not_to_have_attribute("datetime", stamp or "")
    await ended(snippet)
    await expect(keep).to_have_attribute("value", seed or "")
    await expect(snippet.locator(".cm-output").first).to_have_text(first)
    free = snippet.locator("[data-free-seed]")
    await expect(free).to_have_text("Free the seed" if lang == "en" else "不再固定种子")
    await free.click()
    await expect(field).to_have_value("")
    await expect(free).to_be_hidden()


@LANGS
async def test_five_runs_show_what_depends_on_the_seed(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/playground")
    snippet = card(page)
    await opened(snippet)
    await write(snippet, RANDOM)
    await snippet.get_by_role("button", name="Run 5 times" if lang == "en" else "运行 5 次").click()
    spread = snippet.locator(".spread")
    await expect(spread.locator("[data-ended=true]")).to_be_visible(timeout=120_000)
    await expect(spread).to_contain_text("1 output depends on the seed" if lang == "en" else "有 1 个输出取决于种子")
    rows = spread.locator(".spread-table > tbody > tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first.locator("td .same")).to_have_count(1)
    numbers = [float(text) for text in await rows.first.locator(".spreads td").all_inner_texts()]
    least, mean, most, deviation = numbers
    assert 0 <= least < mean < most <= 1
    assert 0 < deviation < 1
    await expect(rows.last.locator("td .same")).to_have_count(2)
    await expect(rows.last).to_contain_text("tensor(2.)")


async def test_the_spread_of_an_edited_card_can_be_stopped(page: Page, small_site: str, fake: FakeEngine) -> None:
    fake.script = lambda request: [
        ("stdout", 1, {"text": "a\n"}),
        *([120.0] if len(fake.requests) > 2 else []),
        ("done", None, DONE),
    ]
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator("[data-edit]").click()
    await opened(snippet)
    await write(snippet, "print('a')\n")
    await snippet.locator("[data-spread]").click()
    await expect(snippet.locator(".spread")).to_contain_text("2 of 9 runs")
    await snippet.locator("[data-stop-spread]").click()
    for _ in range(400):
        if fake.closed:
            break
        await asyncio.sleep(0.05)
    assert fake.closed == ["run-3"]
    assert {request.code for request in fake.requests} == {"print('a')\n"}


@LANGS
async def test_without_scripts_the_playground_is_a_form(browser: Browser, site: str, lang: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{site}/{lang}/playground?snippet=clone-detach/edit_one")
    field = page.locator("textarea[name=code]")
    await field.fill("import torch\nx = torch.rand(3)\nprint(x.shape)\n")
    await page.locator("[name=seed]").fill("3")
    await page.locator(".button.run").click()
    await page.wait_for_url("**/playground?snippet=clone-detach/edit_one#playground--main")
    await expect(page.locator(".sheet .term")).to_have_text("torch.Size([3])")
    await expect(field).to_have_value("import torch\nx = torch.rand(3)\nprint(x.shape)\n")
    await expect(page.locator("[name=seed]")).to_have_value("3")
    await expect(page.locator(".foot")).to_contain_text("3")
    await page.locator("[data-spread]").click()
    await expect(page.locator(".spread-table")).to_be_visible(timeout=120_000)
    await context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@LANGS
async def test_the_editor_and_its_results_are_accessible(browser: Browser, site: str, lang: str, theme: str) -> None:
    context = await browser.new_context(color_scheme="dark" if theme == "dark" else "light", bypass_csp=True)
    page = await context.new_page()
    await page.goto(f"{site}/{lang}/playground")
    snippet = card(page)
    editor = await opened(snippet)
    await write(snippet, RANDOM + BROKEN)
    await editor.press("Control+Enter")
    await ended(snippet)
    await snippet.locator("[data-spread]").click()
    await expect(snippet.locator(".spread [data-ended=true]")).to_be_visible(timeout=120_000)
    await write(snippet, RANDOM + BROKEN + "x\n")
    await expect(snippet.locator("[data-stale]")).to_be_visible()
    await page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    found = await Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    await context.close()


@pytest.mark.parametrize(
    ("path", "ready", "least", "most"),
    [("notes/sample", ".sheet", 10, 30), ("playground", ".cm-content", 100, 200)],
)
async def test_what_a_page_loads_is_within_its_budget(  # noqa: PLR0917 - one row of the table above
    page: Page, small_site: str, path: str, ready: str, least: int, most: int
) -> None:
    """In KiB of JavaScript, compressed."""
    sizes: list[int] = []

    async def weigh(response: Response) -> None:
        if response.url.endswith(".js"):
            sizes.append(len(gzip.compress(await response.body(), 9)))

    weighing: list[asyncio.Task[None]] = []
    page.on("response", lambda response: weighing.append(asyncio.create_task(weigh(response))))
    await page.goto(f"{small_site}/en/{path}")
    await expect(page.locator(ready).first).to_be_visible()
    await page.wait_for_load_state("networkidle", timeout=PATIENCE)
    await asyncio.gather(*weighing)
    assert least * 1024 < sum(sizes) <= most * 1024


@LANGS
async def test_a_phone_edits_without_scrolling_sideways(browser: Browser, site: str, lang: str) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{site}/{lang}/playground?snippet=clone-detach/table")
    snippet = card(page)
    await opened(snippet)
    await snippet.locator(".button.run").click()
    await ended(snippet)
    await snippet.locator("[data-spread]").click()
    await expect(snippet.locator(".spread [data-ended=true]")).to_be_visible(timeout=120_000)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await context.close()


async def test_outputs_of_a_long_program_are_there_when_one_scrolls_to_them(
    page: Page, small_site: str, fake: FakeEngine
) -> None:
    fake.script = say(*[("stdout", line, {"text": f"out {line}\n"}) for line in range(1, 201)])
    await page.goto(f"{small_site}/en/playground")
    snippet = card(page)
    await opened(snippet)
    await write(snippet, "".join(f"print({line})\n" for line in range(1, 201)))
    await snippet.locator(".button.run").click()
    await ended(snippet)
    for line in (200, 1, 200):
        output = snippet.locator(".cm-output").get_by_text(re.compile(rf"^out {line}$"))
        for _ in range(100):
            if await output.count():
                break
            await page.mouse.wheel(0, 1500 if line > 1 else -1500)
            await asyncio.sleep(0.1)
        await expect(output).to_be_visible()
        code = output.locator("xpath=ancestor::*[contains(@class, 'cm-output')]/preceding-sibling::*[1]")
        await expect(code).to_have_text(f"print({line})")
    twice = (
        "[...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, at, all) => all.indexOf(id) !== at)"
    )
    assert await page.evaluate(twice) == []
