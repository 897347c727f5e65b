"""What readers find things with: search, the board of claims, the index of error messages."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.notes.models import LANGS
from tests.fakes import FakeEngine, say
from tests.web import in_process, make_app, write_notes

HTMX = {"HX-Request": "true"}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
async def client(notes: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with in_process(make_app(notes)) as opened:
        yield opened


def record(notes: Path, *passed: bool, device: str = "cpu", status: str = "ok") -> None:
    """Write a recording of the proof, with these assertions."""
    events = [{"kind": "assertion", "line": 6, "passed": one, "source": "total == 2", "message": ""} for one in passed]
    numbers = dict.fromkeys(("queued_ms", "wall_ms", "cpu_ms", "peak_memory_bytes"), 0)
    result: dict[str, Any] = {
        **numbers, "id": "", "status": status, "device": device, "runtime": "2.13.0+cpu", "seed": 11, "events": events
    }  # fmt: skip
    document = {
        "torch": "2.13.0+cpu", "device": device, "device_name": "", "date": "2026-11-30", "result": result
    }  # fmt: skip
    (notes / "sample" / f"checks.{device}.json").write_text(json.dumps(document), "utf-8")


async def page(client: httpx.AsyncClient, path: str, **headers: str) -> str:
    response = await client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.text


async def test_search_works_without_scripts(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/search?q=prose")
    assert 'value="prose"' in text
    assert "<mark>prose</mark>" in text
    assert 'href="/en/notes/sample#hello"' in text
    assert 'href="/zh/search?q=prose"' in text
    assert "<mark>中文</mark>" in await page(client, "/zh/search?q=中文")


async def test_as_one_types_the_results_alone_come(client: httpx.AsyncClient) -> None:
    text = await page(client, "/en/search?q=pros", **HTMX)
    assert "<html" not in text
    results, _, moved = text.partition("<hx-partial")
    assert "<mark>prose</mark>" in results
    assert (await page(client, "/en/search?q=pros")).count(results.strip()) == 1
    assert 'href="/zh/search?q=pros"' in moved


async def test_an_empty_search_says_what_can_be_asked_and_a_vain_one_what_to_do(client: httpx.AsyncClient) -> None:
    assert 'href="/en/search?q=no_grad"' in await page(client, "/en/search")
    text = await page(client, "/en/search?q=qqzzxx")
    assert "Nothing was found." in text
    assert 'href="/en/errors"' in text


async def test_what_is_asked_is_escaped(client: httpx.AsyncClient) -> None:
    for path in ("/en/search?q=<script>alert(1)</script>prose", "/en/search?q=%22onfocus=x", "/zh/search?q=%00%22*"):
        text = await page(client, path)
        assert "<script>alert" not in text
        assert '"onfocus' not in text


async def test_a_pasted_traceback_finds_the_note_and_its_place(client: httpx.AsyncClient) -> None:
    pasted = (
        'Traceback (most recent call last):\n  File "a.py", line 9, in <module>\nIndexError: index 99 is out of bounds'
    )
    text = (await client.get("/en/search", params={"q": pasted})).text
    assert "Explains this error message" in text
    assert 'href="/en/notes/sample#errors-title"' in text


async def test_every_page_has_a_search_field(client: httpx.AsyncClient) -> None:
    for path in ("/en/", "/zh/notes/sample", "/en/claims", "/en/errors", "/docs", "/en/none"):
        text = (await client.get(path)).text
        assert re.search(r'<form class="masthead-find" action="/(en|zh)/search"', text), path


async def test_the_api_searches(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/v1/search", params={"q": "prose", "lang": "en", "limit": 3})).json()
    (found,) = answer["results"]
    assert (found["note"], found["title"], found["message"]) == ("sample", "A sample note", None)
    assert found["passages"][0]["url"] == "/en/notes/sample#hello"
    assert {"text": "prose", "marked": True} in found["passages"][0]["pieces"]
    assert (await client.get("/api/v1/search", params={"q": "中文"})).json()["results"][0]["lang"] == "zh"
    for wrong in ({}, {"q": "x", "lang": "fr"}, {"q": "x", "limit": 0}, {"q": "x" * 9000}):
        assert (await client.get("/api/v1/search", params=wrong)).status_code == 422  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGS)
async def test_the_board_links_each_claim_and_its_proof(client: httpx.AsyncClient, lang: str) -> None:
    text = await page(client, f"/{lang}/claims")
    assert f'href="/{lang}/notes/sample#sums-hold"' in text
    assert f'href="/{lang}/notes/sample#sample--checks"' in text
    assert f'href="/{lang}/claims?verdict=false"' in text


async def test_the_board_shows_one_verdict_or_one_state(client: httpx.AsyncClient, notes: Path) -> None:
    assert "One and one make three." in await page(client, "/en/claims?verdict=false")
    assert "There is no such claim." in await page(client, "/en/claims?verdict=true")
    assert "One and one make three." in await page(client, "/en/claims?verdict=nonsense")
    assert "One and one make three." in await page(client, "/en/claims?state=missing")
    record(notes, True)
    assert "There is no such claim." in await page(client, "/en/claims?state=missing")


@pytest.mark.parametrize("path", ["/en/claims", "/en/notes/sample"])
async def test_a_claim_is_stamped_with_its_proofs_last_run(client: httpx.AsyncClient, notes: Path, path: str) -> None:
    assert "s-missing" in await page(client, path)
    record(notes, True, True)
    text = await page(client, path)
    assert re.search(r'proof-stamp s-proven.*proven · torch 2\.13\.0 · CPU · <time datetime="2026-11-30">', text)
    assert "s-failed" not in text
    record(notes, True, False)
    text = await page(client, path)
    assert "s-failed" in text
    assert "assert total == 2 failed" in text


@pytest.mark.parametrize(("passed", "status"), [((), "ok"), ((True,), "timeout"), ((True,), "error")])
async def test_a_proof_that_ended_otherwise_proves_nothing(
    client: httpx.AsyncClient, notes: Path, passed: tuple[bool, ...], status: str
) -> None:
    record(notes, *passed, status=status)
    assert "proof-stamp s-failed" in await page(client, "/en/claims")


async def test_the_api_tells_how_a_proof_last_ended(client: httpx.AsyncClient, notes: Path) -> None:
    (claim,) = (await client.get("/api/v1/claims")).json()["claims"]
    assert (claim["state"], claim["results"]) == ("missing", [])
    record(notes, True, False)
    (claim,) = (await client.get("/api/v1/claims")).json()["claims"]
    assert (claim["state"], claim["results"][0]["holds"], claim["results"][0]["checks"]) == ("failed", False, 2)
    assert claim["results"][0]["torch"] == "2.13.0+cpu"


async def test_one_device_that_contradicts_is_enough(client: httpx.AsyncClient, notes: Path) -> None:
    record(notes, True)
    record(notes, False, device="cuda")
    text = await page(client, "/en/claims")
    assert "proof-stamp s-proven" in text
    assert "proof-stamp s-failed" in text
    assert 'class="v-false s-failed"' in text


async def test_a_recording_of_another_shape_proves_nothing(client: httpx.AsyncClient, notes: Path) -> None:
    record(notes, True)
    path = notes / "sample" / "checks.cpu.json"
    document = json.loads(path.read_text("utf-8"))
    del document["result"]["status"]
    path.write_text(json.dumps(document), "utf-8")
    assert "proof-stamp s-failed" in await page(client, "/en/claims")


@pytest.mark.parametrize("lang", LANGS)
async def test_the_error_index_leads_to_what_explains(client: httpx.AsyncClient, lang: str) -> None:
    text = await page(client, f"/{lang}/errors")
    assert f'href="/{lang}/notes/sample#errors-title"' in text
    assert "index # is out of bounds" in text
    assert f'href="/{lang}/errors"' in await page(client, f"/{lang}/")


async def test_the_error_index_leads_to_the_section_whose_run_shows_it(notes: Path) -> None:
    record(notes, True)
    path = notes / "sample" / "checks.cpu.json"
    document = json.loads(path.read_text("utf-8"))
    document["result"]["stdout"] = "IndexError: index 7 is out of bounds\n"
    path.write_text(json.dumps(document), "utf-8")
    async with in_process(make_app(notes)) as client:
        assert 'href="/en/notes/sample#check"' in await page(client, "/en/errors")


async def test_a_runs_error_is_explained_whatever_its_numbers(notes: Path) -> None:
    error = {"type": "IndexError", "message": "index 123 is out of bounds for 7", "traceback": "", "frames": []}
    engine = FakeEngine(say(("error", 1, error)))
    async with in_process(make_app(notes, engine)) as client:
        answer = (await client.post("/api/v1/runs", json={"code": "x"})).json()
    assert answer["error"]["note"] == "sample"
