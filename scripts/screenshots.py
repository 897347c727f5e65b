"""Pictures of the pages, to be looked at: both languages, light and dark, wide and 390 px.

``python scripts/screenshots.py [--url http://127.0.0.1:8000] [--out var/screenshots] [--note SLUG ...]
[--only home]``

Without ``--url`` a server of this checkout is started for as long as it takes. On every note its first
snippets are run before the picture is taken.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
RUNS = 3
KINDS = ["home", "note", "about", "security", "search", "claims", "errors", "playground", "error", "both"]


def main() -> None:
    """Take them all and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "screenshots")
    parser.add_argument("--note", action="append", default=[])
    parser.add_argument("--only", choices=KINDS, action="append", default=[])
    parser.add_argument("--lang", choices=["en", "zh"], action="append", default=[])
    parser.add_argument("--theme", choices=["light", "dark"], action="append", default=[])
    parser.add_argument("--runs", type=int, default=RUNS, help="snippets to run on each note")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        url = given.url or stack.enter_context(server())
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=CHROMIUM, args=ARGS)
        stack.callback(browser.close)
        for name, path in addresses(given.note or ["clone-detach", "index-bounds"], given.only):
            for lang, theme, size in itertools.product(
                given.lang or ["en", "zh"], given.theme or ["light", "dark"], SIZES
            ):
                target = given.out / f"{name}-{lang}-{theme}-{size}.png"
                take(browser, f"{url}/{lang}/{path}", theme, SIZES[size], target, given.runs)
                print(target)


def addresses(notes: list[str], only: list[str]) -> Iterator[tuple[str, str]]:
    """Names of pictures and the paths they show."""
    pages = [
        ("home", "home", ""),
        ("about", "about", "about"),
        ("security", "security", "security"),
        ("search", "search", "search?q=no_grad+显存"),
        ("claims", "claims", "claims"),
        ("errors", "errors", "errors"),
        ("playground", "playground", "playground"),
        ("error", "error-matmul-shapes", "errors/matmul-shapes"),
        ("both", f"{notes[0]}-both", f"notes/{notes[0]}?view=both"),
    ]
    pages += [("note", slug, f"notes/{slug}") for slug in notes]
    return ((name, path) for kind, name, path in pages if not only or kind in only)


def take(  # noqa: PLR0917 - one picture, all of it said
    browser: Browser, url: str, theme: str, size: tuple[int, int], target: Path, runs: int
) -> None:
    """One picture of the whole page, with its first snippets run."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if theme == "dark" else "light"
    )
    page = context.new_page()
    page.goto(url)
    run_first(page, runs)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=str(target), full_page=True)
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0:
        print(f"{url}: {over} px wider than the screen", file=sys.stderr)
    context.close()


def run_first(page: Page, runs: int) -> None:
    """Press Run on the first snippets and wait for their endings."""
    cards = page.locator("[data-snippet]")
    for index in range(min(runs, cards.count())):
        card = cards.nth(index)
        button = card.locator(".button.run")
        if button.is_disabled():
            continue
        button.click()
        card.locator(".ending dl").wait_for(timeout=30_000)
        card.locator(".stamp.live").wait_for(timeout=30_000)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The service on a port of its own."""
    port = 8137
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "--factory", "scripts.screenshots:factory", "--port", str(port)],
        cwd=ROOT,
    )
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=1):  # noqa: S310
                break
            time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def factory() -> object:
    """The application, for uvicorn."""
    from app.main import create_app  # noqa: PLC0415 - the pictures of a running server need no app
    from app.settings import Settings  # noqa: PLC0415

    return create_app(Settings())


if __name__ == "__main__":
    main()
