"""What a page says of itself: on which torch it last held, what to read first, and where a language is behind."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.notes.library import Library
from app.notes.models import LANGS
from app.notes.translation import write_stamp
from tests.error_pages import IDENT, write_error
from tests.web import in_process, make_app, write_notes


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


async def page(notes: Path, path: str) -> str:
    async with in_process(make_app(notes)) as client:
        response: httpx.Response = await client.get(path)
    assert response.status_code == 200, path
    return response.text


def head(text: str) -> str:
    """The top of a page, before its first paragraph."""
    return text.partition('class="note-head')[2].partition("</header>")[0]


def record(folder: Path, name: str, date: str, torch: str = "2.13.0+cpu", **changed: Any) -> None:
    numbers = dict.fromkeys(("queued_ms", "wall_ms", "cpu_ms", "peak_memory_bytes"), 0)
    result = {
        **numbers,
        "id": "",
        "status": "ok",
        "device": "cpu",
        "runtime": torch,
        "seed": 1,
        "events": [],
        **changed,
    }
    document = {"torch": torch, "device": "cpu", "device_name": "", "date": date, "result": result}
    (folder / f"{name}.cpu.json").write_text(json.dumps(document), "utf-8")


@pytest.mark.parametrize("lang", LANGS)
async def test_a_note_says_on_which_torch_all_of_it_last_held(notes: Path, lang: str) -> None:
    folder = notes / "sample"
    assert "s-missing" in head(await page(notes, f"/{lang}/notes/sample"))
    record(folder, "hello", "2026-11-30")
    record(folder, "checks", "2026-11-28", torch="2.12.1+cpu")
    said = head(await page(notes, f"/{lang}/notes/sample"))
    assert "proof-stamp s-proven" in said
    assert "torch 2.12.1 · CPU" in said
    assert 'datetime="2026-11-28"' in said  # the oldest of its runs
    failed = {"kind": "assertion", "line": 6, "passed": False, "source": "total == 2", "message": ""}
    record(folder, "checks", "2026-12-01", events=[failed])
    assert "proof-stamp s-failed" in head(await page(notes, f"/{lang}/notes/sample"))


async def test_the_page_of_an_error_says_it_too(notes: Path) -> None:
    folder = write_error(notes)
    error = {"type": "RuntimeError", "message": "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)"}
    record(folder, "repro", "2026-11-29", status="error", error=error)
    said = head(await page(notes, f"/en/errors/{IDENT}"))
    assert "reproduced · torch 2.13.0 · CPU" in said
    assert "The other programs here" not in said


async def test_an_error_that_was_not_reproduced_is_not_called_proven(notes: Path) -> None:
    gpu = '# device = "cuda"\n# raises = "RuntimeError"'
    folder = write_error(notes, repro_py=('# raises = "RuntimeError"', gpu))
    record(folder, "fix", "2026-11-29")
    said = " ".join(re.sub("<[^>]*>", " ", head(await page(notes, f"/en/errors/{IDENT}"))).split())
    assert "needs a GPU; not run here yet The other programs here: ✓ proven · torch 2.13.0 · CPU · 2026-11-29" in said


@pytest.mark.parametrize(("lang", "words"), [("en", "Read first:"), ("zh", "先读：")])
async def test_a_note_names_what_to_read_first(notes: Path, lang: str, words: str) -> None:
    write_notes(notes / "x")
    (notes / "x" / "sample").rename(notes / "before")
    (notes / "x").rmdir()
    for side in LANGS:
        file = notes / "sample" / f"{side}.md"
        file.write_text(file.read_text("utf-8").replace("related: []", "related: []\nprerequisites: [before]"), "utf-8")
    said = head(await page(notes, f"/{lang}/notes/sample"))
    assert words in said
    assert f'href="/{lang}/notes/before"' in said
    assert words not in await page(notes, f"/{lang}/notes/before")


async def test_readers_see_where_their_language_is_behind_and_can_compare(notes: Path) -> None:
    write_stamp(Library.load(notes).note("sample"), notes / "sample")
    file = notes / "sample" / "en.md"
    file.write_text(file.read_text("utf-8").replace("Some *English* prose.", "Other prose."), "utf-8")
    behind = await page(notes, "/zh/notes/sample")
    assert behind.count('class="behind"') == 1
    assert 'href="/zh/notes/sample?view=both#hello"' in behind
    assert 'class="behind"' not in await page(notes, "/en/notes/sample")
    assert (await page(notes, "/en/notes/sample?view=both")).count('class="behind"') == 1
