"""A small library, and the application over it: in process, or behind a real uvicorn on a port of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from fastapi import FastAPI

from app.main import create_app
from app.notes.library import Library
from app.runs.engine import Engine
from app.settings import Settings
from app.web.server import server
from tests.fakes import FakeEngine

ORIGIN = "http://notes.test"
FRONT = {
    "en": "title: A sample note\nsummary: What it shows.",
    "zh": "title: 一篇样例笔记\nsummary: 它展示了什么。",
}
BODY = {
    "en": """
First words.

## Say hello {#hello}
Some *English* prose.

::: snippet hello.py
:::

::: claim sums-hold verdict=false proof=checks.py
One and one make three.
:::

## Check it {#check}
::: snippet checks.py
:::
""",
    "zh": """
开头的话。

## 打个招呼 {#hello}
一些*中文*。

::: snippet hello.py
:::

::: claim sums-hold verdict=false proof=checks.py
一加一等于三。
:::

## 检验它 {#check}
::: snippet checks.py
:::
""",
}
HELLO = """# /// note
# title.en = "Hello"
# title.zh = "你好"
# ///
# en: greet
# zh: 打招呼
print("hello")

for step in range(3):
    print(step)
"""
CHECKS = """# /// note
# title.en = "Checks"
# title.zh = "检验"
# seed = 11
# ///
total = 1 + 1
assert total == 2
assert total != 3
total
"""


def write_notes(directory: Path) -> Path:
    """A directory of notes with one note, ``sample``, in it."""
    note = directory / "sample"
    note.mkdir(parents=True)
    for lang, front in FRONT.items():
        meta = f'---\n{front}\ncategory: tensors\norder: 10\nrelated: []\nerrors: ["index # is out of bounds"]\n---\n'
        (note / f"{lang}.md").write_text(meta + BODY[lang].lstrip(), "utf-8")
    (note / "hello.py").write_text(HELLO, "utf-8")
    (note / "checks.py").write_text(CHECKS, "utf-8")
    (note / "facts.toml").write_text("", "utf-8")
    return directory


def make_app(notes: Path, engine: Engine | None = None, **settings: object) -> FastAPI:
    """The application over *notes* with a scripted engine, at the address that :func:`in_process` asks."""
    chosen = Settings(**{"snippets_dir": notes, "public_url": ORIGIN, "var_dir": notes.parent / "var", **settings})  # type: ignore[arg-type]
    return create_app(chosen, engine=engine or FakeEngine(), library=Library.load(notes))


@asynccontextmanager
async def in_process(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client that calls *app* directly."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield client


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[str]:
    """The address of *app* behind a real server, lifespan included."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    uvicorn = server(app, app.state.services.settings, lifespan="on", timeout_graceful_shutdown=3)
    task = asyncio.create_task(uvicorn.serve(sockets=[listening]))
    try:
        while not uvicorn.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        uvicorn.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task
        listening.close()
