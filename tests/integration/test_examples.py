"""The examples of the API's page, run as they are shown: with curl, Python and Node against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.runs.exits import EXITS
from app.runs.local import LocalEngine
from app.settings import ROOT
from app.web.examples import PLACEHOLDER, TASKS, TONGUES, source
from tests.support import settings
from tests.web import ORIGIN, in_process, make_app, serving, write_notes

TEMPLATES = ROOT / "templates"
RUNNERS = {"sh": ["sh"], "py": [sys.executable], "mjs": [shutil.which("node") or ".venv/node/bin/node"]}
NEEDED = {"sh": "curl", "py": sys.executable, "mjs": RUNNERS["mjs"][0]}
PATIENT_S = 120.0
SHOWN = {
    "run": ["tensor([0, 2, 4])"],
    "stream": ["queued", "started", "stdout", "done"],
    "stop": [],
    "share": ["/en/p/", "ok", "2."],
}
STOPPED = {"sh": '"status":"cancelled"', "py": "cancelled", "mjs": "stopped"}


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    notes = write_notes(tmp_path_factory.mktemp("examples") / "notes")
    app = make_app(notes, LocalEngine(settings(warm=1, slots=1, uid_base=63850, timeout_s=60.0)))
    async with serving(app) as url:
        yield url


async def output(name: str, origin: str, folder: Path) -> str:
    """What the example prints when it is run as its page shows it."""
    ending = name.rpartition(".")[2]
    path = folder / name
    path.write_text(source(TEMPLATES, name, origin), "utf-8")
    process = await asyncio.create_subprocess_exec(
        *RUNNERS[ending], str(path), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "NO_PROXY": "127.0.0.1", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate(), PATIENT_S)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    text = out.decode()
    assert process.returncode == 0, text
    return text


@pytest.mark.parametrize("ending", TONGUES)
@pytest.mark.parametrize("task", TASKS)
async def test_an_example_does_what_it_says(server: str, tmp_path: Path, task: str, ending: str) -> None:
    if not shutil.which(NEEDED[ending]):
        pytest.skip(f"{NEEDED[ending]} is not here")
    text = await output(f"{task}.{ending}", server, tmp_path)
    places = [text.index(shown) for shown in SHOWN[task]]
    assert task != "stream" or places == sorted(places)
    if task == "stop":
        assert STOPPED[ending] in text
    async with httpx.AsyncClient(base_url=server) as client:
        async with asyncio.timeout(PATIENT_S):
            while (await client.get("/readyz")).json()["running"]:  # noqa: ASYNC110 - it is another process's run
                await asyncio.sleep(0.05)
        if task == "share" and ending != "sh":
            address = text.split()[0].removeprefix(ORIGIN)
            assert "tensor" in (await client.get(address)).text


async def test_every_example_shares_under_the_same_link(server: str, tmp_path: Path) -> None:
    """Three programs in three languages have shared the same: there is one link."""
    links = set()
    for ending in TONGUES:
        if shutil.which(NEEDED[ending]):
            text = await output(f"share.{ending}", server, tmp_path)
            links.add(json.loads(text)["url"] if ending == "sh" else text.split()[0])
    assert len(links) == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_page_shows_the_examples_with_its_own_address(tmp_path: Path, lang: str) -> None:
    async with in_process(make_app(write_notes(tmp_path / "notes"))) as client:
        response = await client.get(f"/{lang}/docs")
        assert response.status_code == 200
        text = response.text
        assert PLACEHOLDER not in text
        assert text.count(f"{ORIGIN}/api/v1/runs") >= 2 * len(TONGUES)
        for name, _ in TONGUES.values():
            assert text.count(f"<summary>{name}</summary>") == len(TASKS)
        for status in EXITS.values():
            assert f"<dt><code>{status}</code></dt>" in text
        assert "fieldnotes:height" in text
        assert ("运行一个程序" if lang == "zh" else "Run a program") in text
        assert f'href="/{"en" if lang == "zh" else "zh"}/docs"' in text
        chosen = await client.get("/docs", headers={"Accept-Language": lang})
        assert ("运行一个程序" in chosen.text) == (lang == "zh")
