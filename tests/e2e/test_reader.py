"""What a reader does, in a real browser: read, run, see, stop, change language, and all of it without scripts."""

from __future__ import annotations

import asyncio
import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from app.runs.models import RunRefused
from tests.fakes import FakeEngine, say

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]},
}


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-snippet][id='{name}']")


async def run(snippet: Locator) -> None:
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".stamp.live")).to_be_visible(timeout=20_000)
    await expect(snippet.locator(".ending dl")).to_be_visible()


@pytest.mark.parametrize(("lang", "done"), [("en", "finished"), ("zh", "运行完毕")])
async def test_run_clone_detach_and_read_the_table_at_its_line(page: Page, site: str, lang: str, done: str) -> None:
    await page.goto(f"{site}/{lang}/notes/clone-detach")
    snippet = card(page, "clone-detach--table")
    await run(snippet)
    row = snippet.locator(".out.table tr", has_text="x.detach()").first
    await expect(row.locator("td")).to_have_text(["x.detach()", "True", "False", "False", "True"])
    before = snippet.locator(".slot:has(.out.table)").locator("xpath=preceding-sibling::pre[1]")
    await expect(before.locator(".cl").last).to_contain_text("table")
    assert await snippet.locator(".m-pass").count() == await snippet.locator(".mark[role]").count() > 0
    await expect(snippet.locator(".ending b")).to_have_text(done)
    await expect(snippet.locator(".variables tbody th", has_text=re.compile(r"^x$"))).to_be_visible()
    await expect(snippet.locator(".button.run")).to_be_enabled()


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_index_bounds_shows_its_error_at_its_line(page: Page, site: str, lang: str) -> None:
    await page.goto(f"{site}/{lang}/notes/index-bounds")
    snippet = card(page, "index-bounds--exact")
    await run(snippet)
    error = snippet.locator(".out.error")
    await expect(error.locator("b")).to_have_text("IndexError")
    await expect(error).to_contain_text("out of bounds")
    bad = snippet.locator(".cl.bad")
    await expect(bad).to_have_count(1)
    number = await bad.get_attribute("data-n")
    frames = error.locator(".frames li")
    await expect(frames.last).to_contain_text(str(number))
    await expect(error).not_to_contain_text("site-packages")
    source = (await bad.locator(".src").inner_text()).strip()
    await expect(frames.last.locator("code")).to_have_text(source)


async def test_running_again_replaces_what_was_there(page: Page, site: str) -> None:
    await page.goto(f"{site}/en/notes/index-bounds")
    snippet = card(page, "index-bounds--exact")
    await run(snippet)
    first = await snippet.locator(".stamp time").get_attribute("datetime")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".stamp time")).not_to_have_attribute("datetime", first or "")
    await expect(snippet.locator(".out.error")).to_have_count(1)


async def test_stop_an_endless_run_and_keep_what_it_printed(page: Page, small_site: str, fake: FakeEngine) -> None:
    fake.script = say(("stdout", 4, {"text": "step 0\n"}), 0.2, ("stdout", 4, {"text": "step 1\n"}), 60.0)
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".term")).to_have_text("step 0\nstep 1")
    await expect(snippet).to_have_attribute("aria-busy", "true")
    await snippet.locator(".button.stop").click()
    await expect(snippet.locator(".e-cancelled")).to_contain_text("stopped")
    await expect(snippet.locator(".term")).to_have_text("step 0\nstep 1")
    await expect(snippet.locator(".button.run")).to_be_focused()
    await expect(snippet).not_to_have_attribute("aria-busy", "true")


async def test_a_waiting_run_says_its_place_as_it_moves_and_then_runs(
    page: Page, small_site: str, fake: FakeEngine
) -> None:
    fake.ahead, fake.turn_s = 3, 0.5
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    place = snippet.locator(".ending.waiting")
    await expect(place).to_have_text("Waiting: 2 ahead of yours, about 2 s")
    await expect(place).to_have_text("Waiting: 1 ahead of yours, about 1 s")
    await expect(place).to_have_text("Waiting: yours is next, in about 1 s")
    await expect(snippet.locator(".ending dl")).to_be_visible()
    await expect(snippet.locator(".term")).to_have_text("hello")


async def test_stop_works_while_waiting(page: Page, small_site: str, fake: FakeEngine) -> None:
    fake.ahead, fake.turn_s = 2, 30.0
    await page.goto(f"{small_site}/zh/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".ending.waiting")).to_have_text("排队中：前面还有 1 个，大约还要 60 秒")
    await expect(snippet.locator(".status")).to_have_text("排队中：前面还有 1 个，大约还要 60 秒")
    await snippet.locator(".button.stop").click()
    await expect(snippet.locator(".e-cancelled")).to_be_visible()
    await expect(snippet.locator(".button.run")).to_be_focused()
    await expect(snippet.locator(".term")).to_have_count(0)


async def test_stop_a_real_endless_loop(page: Page, endless_site: str) -> None:
    await page.goto(f"{endless_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    terminal = snippet.locator(".term").last
    await expect(terminal).to_contain_text("turn 5")
    await snippet.locator(".button.stop").click()
    await expect(snippet.locator(".e-cancelled")).to_be_visible()
    await expect(terminal).to_contain_text("turn 0\nturn 1\nturn 2")
    await expect(snippet.locator(".term").first).to_have_text("hello")
    await expect(snippet.locator(".button.run")).to_be_enabled()


async def test_output_grows_in_place(page: Page, small_site: str, fake: FakeEngine) -> None:
    steps = [("stderr", 4, {"text": f"\r{n}%"}) for n in range(0, 101, 10)]
    script: list[object] = []
    for step in steps:
        script += [step, 0.05]
    script += [("stdout", 4, {"text": "\n" + "x" * 9000 + "\n"}), 0.1, ("stdout", 4, {"text": "after\n"}), 0.1]
    fake.script = say(*script)  # type: ignore[arg-type]
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".ending dl")).to_be_visible()
    await expect(snippet.locator(".term")).to_have_count(1)
    text = await snippet.locator(".term").inner_text()
    assert [line for line in text.split("\n") if line] == ["100%", "x" * 9000, "after"]


async def test_a_refusal_keeps_what_is_there(page: Page, small_site: str, fake: FakeEngine) -> None:
    await page.goto(f"{small_site}/zh/notes/sample")
    snippet = card(page, "sample--hello")
    await run(snippet)
    fake.refuse = RunRefused("queue_full", "full", 3)
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".notice")).to_contain_text("队列已满")
    await expect(snippet.locator(".term")).to_have_text("hello")
    fake.refuse = None
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".notice")).to_be_empty()


async def test_a_broken_connection_is_told_from_an_ending(
    context: BrowserContext, small_site: str, fake: FakeEngine
) -> None:
    page = await context.new_page()  # the broken connection is reported on its console
    fake.script = lambda _request: [("stdout", 4, {"text": "so far\n"}), 0.3, ("oops",)]  # type: ignore[list-item]
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".notice")).to_contain_text("connection broke")
    await expect(snippet.locator(".term")).to_have_text("so far")
    await expect(snippet.locator(".button.run")).to_be_enabled()


async def test_leaving_the_page_cancels(page: Page, small_site: str, fake: FakeEngine) -> None:
    fake.script = say(60.0)
    await page.goto(f"{small_site}/en/notes/sample")
    await card(page, "sample--hello").locator(".button.run").click()
    await expect(page.locator(".button.stop")).to_be_visible()
    await page.goto(f"{small_site}/en/about")
    for _ in range(100):
        if fake.closed:
            break
        await asyncio.sleep(0.05)
    assert fake.closed == ["run-1"]


async def test_the_language_switch_keeps_the_section(page: Page, site: str) -> None:
    await page.goto(f"{site}/en/notes/clone-detach?view=both")
    heading = page.locator("article h2[id]").nth(2)
    section = await heading.get_attribute("id")
    await heading.evaluate("element => element.scrollIntoView()")
    switch = page.locator("a.switch")
    await expect(switch).to_have_attribute("href", re.compile(r"^/zh/notes/clone-detach\?view=both#"))
    await switch.click()
    await expect(page).to_have_url(re.compile(rf"/zh/notes/clone-detach\?view=both#{section}$"))
    await expect(page.locator(f"#{section}")).to_be_in_viewport()
    await page.goto(f"{site}/")
    await expect(page).to_have_url(f"{site}/zh/")


async def test_light_and_dark_without_a_round_trip(page: Page, small_site: str) -> None:
    await page.goto(f"{small_site}/en/notes/sample")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(paper)
    await page.get_by_role("button", name="Dark").click()
    assert await page.evaluate(paper) != light
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_without_scripts_everything_still_works(browser: Browser, site: str, lang: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{site}/{lang}/notes/clone-detach?view=both")
    snippet = card(page, "clone-detach--edit-one")
    await snippet.locator(".button.run").click()
    await page.wait_for_url("**/notes/clone-detach/runs?view=both#clone-detach--edit-one")
    await expect(snippet.locator(".stamp.live")).to_be_visible()
    await expect(snippet.locator(".m-pass").first).to_be_visible()
    await expect(snippet).to_be_in_viewport()
    await page.locator("a.switch").click()
    other = "zh" if lang == "en" else "en"
    await expect(page).to_have_url(re.compile(rf"/{other}/notes/clone-detach\?view=both$"))
    await page.locator('.themes button[value="dark"]').click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await context.close()


async def test_a_strangers_html_can_do_nothing(context: BrowserContext, small_site: str, fake: FakeEngine) -> None:
    page = await context.new_page()  # what the frame is refused is reported on its console
    own = "parent.document.title='owned'"
    evil = f'<script>{own}</script><img src=x onerror="{own}"><p>shown</p>'
    fake.script = say(
        ("value", 4, {"data": {"text/plain": "<script>document.title='owned'</script>"}}),
        ("value", 4, {"data": {"text/plain": "x", "text/html": evil}}),
        ("stdout", 4, {"text": "<hx-partial hx-target='body'>owned</hx-partial><head>"}),
        ("error", 4, {"type": "<b>E", "message": "<img src=x onerror=alert(1)>", "traceback": "<i>", "frames": []}),
    )
    await page.goto(f"{small_site}/en/notes/sample")
    title = await page.title()
    snippet = card(page, "sample--hello")
    await snippet.locator(".button.run").click()
    await expect(snippet.locator(".out.error")).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(snippet.locator(".term")).to_have_text("<hx-partial hx-target='body'>owned</hx-partial><head>")
    await expect(snippet.frame_locator("iframe").locator("p")).to_have_text("shown")
    await asyncio.sleep(0.2)
    assert await page.title() == title


async def test_what_is_copied_is_the_code_alone(page: Page, small_site: str, fake: FakeEngine) -> None:
    fake.script = say(("stdout", 2, {"text": "in between\n"}))
    await page.goto(f"{small_site}/en/notes/sample")
    snippet = card(page, "sample--hello")
    await run(snippet)
    copied = await page.evaluate(
        """() => {
          const sheet = document.querySelector("[id='sample--hello-sheet']");
          const lines = sheet.querySelectorAll(".src");
          const last = lines[lines.length - 1];
          getSelection().setBaseAndExtent(lines[0], 0, last, last.childNodes.length);
          const data = new DataTransfer();
          const event = new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true });
          sheet.dispatchEvent(event);
          return data.getData("text/plain");
        }"""
    )
    assert copied == '# greet\nprint("hello")\n\nfor step in range(3):\n    print(step)\n'


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "en/", "zh/", "en/notes/clone-detach", "zh/notes/index-bounds", "zh/about", "en/security", "docs",
        "zh/search?q=no_grad+显存", "en/search", "en/claims", "zh/errors",
    ],
)  # fmt: skip
async def test_accessible_before_and_after_a_run(browser: Browser, site: str, path: str, theme: str) -> None:
    context = await browser.new_context(color_scheme="dark" if theme == "dark" else "light", bypass_csp=True)
    page = await context.new_page()
    await page.goto(f"{site}/{path}")
    for index in range(min(2, await page.locator("[data-snippet]").count())):
        await run(page.locator("[data-snippet]").nth(index))
    await page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    found = await Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    await context.close()


@pytest.mark.parametrize(
    "path",
    [
        "en/", "zh/", "en/notes/clone-detach", "zh/notes/lr-schedules?view=both", "zh/about", "en/security", "docs",
        "en/search?q=load_state_dict", "zh/claims", "en/errors",
    ],
)  # fmt: skip
async def test_a_phone_never_scrolls_sideways(browser: Browser, site: str, path: str) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{site}/{path}")
    for index in range(min(3, await page.locator("[data-snippet]").count())):
        await run(page.locator("[data-snippet]").nth(index))
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await context.close()


async def test_results_come_as_one_types_and_the_address_follows(page: Page, site: str) -> None:
    await page.goto(f"{site}/zh/search")
    await page.locator("#q").press_sequentially("no_grad 显存", delay=20)
    first = page.locator(".found > li").first
    await expect(first.locator("a.entry")).to_have_attribute("href", "/zh/notes/eval-vs-no-grad")
    await expect(page.locator(".switch")).to_have_attribute("href", re.compile(r"/en/search\?q=no_grad"))
    await expect(page).to_have_url(re.compile(r"/zh/search\?q=no_grad"))
    await expect(page.locator("#q")).to_be_focused()
    await first.locator(".hits a").first.click()
    await expect(page).to_have_url(re.compile(r"/zh/notes/eval-vs-no-grad#"))


async def test_on_a_phone_the_header_opens_its_search_field(browser: Browser, small_site: str) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{small_site}/zh/")
    await page.locator(".masthead-find input").focus()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await page.keyboard.type("中文")
    await page.keyboard.press("Enter")
    await expect(page.locator(".found mark").first).to_have_text("中文")
    await context.close()


async def test_a_note_loads_little_script(page: Page, small_site: str) -> None:
    sizes: list[int] = []

    async def weigh(url: str) -> None:
        response = await page.request.get(url)
        sizes.append(len(await response.body()))

    await page.goto(f"{small_site}/en/notes/sample")
    for source in await page.locator("script[src]").evaluate_all("all => all.map(one => one.src)"):
        await weigh(source)
    assert sum(sizes) < 60_000  # 30 KB when gzipped, which the asset build enforces
