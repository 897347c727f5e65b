"""A real Chromium before a real server with a real engine and the real notes; skipped where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from app.main import create_app
from app.notes.library import Library
from app.runs.local import LocalEngine
from app.settings import ROOT, Settings
from tests.fakes import FakeEngine
from tests.support import settings
from tests.web import make_app, serving, write_notes

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
ENDLESS = """
import time

count = 0
while True:
    print("turn", count, flush=True)
    count += 1
    time.sleep(0.05)
"""
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here is e2e; without a browser or built assets it is skipped."""
    here = Path(__file__).parent
    missing = None
    if not Path(CHROMIUM).exists():
        missing = f"no Chromium at {CHROMIUM} (apt-get install chromium, or set CHROMIUM)"
    elif not (ROOT / "static" / "dist" / "manifest.json").exists():
        missing = "static/dist is not built (node scripts/build_assets.mjs)"
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if missing:
                item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser for the session."""
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield opened
        await opened.close()


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[str]:
    """The address of the service with its real notes and a real engine."""
    chosen = Settings()
    app = create_app(chosen, engine=LocalEngine(settings(timeout_s=10.0)), library=Library.load(chosen.snippets_dir))
    async with serving(app) as url:
        yield url


@pytest.fixture
def fake() -> FakeEngine:
    """An engine whose script a test may set."""
    return FakeEngine()


@pytest.fixture
async def small_site(tmp_path: Path, fake: FakeEngine) -> AsyncIterator[str]:
    """The address of a service with one sample note and the scripted engine."""
    async with serving(make_app(write_notes(tmp_path / "notes"), fake)) as url:
        yield url


@pytest.fixture
async def endless_site(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a service with a real engine whose note has a loop without an end."""
    notes = write_notes(tmp_path / "notes")
    hello = notes / "sample" / "hello.py"
    hello.write_text(hello.read_text("utf-8") + ENDLESS, "utf-8")
    async with serving(make_app(notes, LocalEngine(settings(timeout_s=30.0)))) as url:
        yield url


@pytest.fixture
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A fresh reader."""
    opened = await browser.new_context(viewport={"width": 1280, "height": 900})
    yield opened
    await opened.close()


@pytest.fixture
async def page(context: BrowserContext) -> AsyncIterator[Page]:
    """A page that fails its test for errors on the console: broken scripts and blocked content are among them."""
    opened = await context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield opened
    assert [text for text in complaints if "503" not in text] == []  # a refused run is a 503 by design
