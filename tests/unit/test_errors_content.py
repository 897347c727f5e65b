"""The pages of errors that ship: the whole catalogue, reproduced, and the same truth in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.notes.library import Library
from app.notes.models import ERROR_PREFIX, LANGS
from app.notes.translation import drift
from app.proofs.board import error_standing, page_standing
from app.settings import ROOT
from tests.unit.test_notes_content import _HAN, _HREF, _TAG, bone, prose

CATALOGUE = Path(__file__).parent / "data" / "errors.txt"
"""An id a line."""
REPRODUCED_ON_CPU = 125
PINNED = "2.13.0"
"""The torch of the recordings; on another one an error may well be another, and the board says so."""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.load(ROOT / "snippets")


def test_every_error_of_the_catalogue_has_a_page(library: Library) -> None:
    wanted = {ERROR_PREFIX + ident for ident in CATALOGUE.read_text("utf-8").split()}
    assert len(wanted) == 137
    assert sorted(wanted - set(library.errors)) == []


def test_what_can_be_reproduced_here_was(library: Library) -> None:
    standings = [error_standing(note) for note in library.errors.values()]
    here = {one.note.slug: [r for r in one.results if r.release == PINNED and r.device == "cpu"] for one in standings}
    assert sum(any(result.holds for result in results) for results in here.values()) >= REPRODUCED_ON_CPU
    assert {slug: results for slug, results in here.items() if any(not one.holds for one in results)} == {}
    recorded = {one.note.slug for one in standings if one.results}
    runs_here = {
        n.slug for n in library.errors.values() if "repro" in n.snippets and n.snippets["repro"].device != "cuda"
    }
    assert sorted(runs_here - recorded) == []


def test_every_page_last_held(library: Library) -> None:
    failed = {note.slug: page_standing(note) for note in library.pages.values()}
    assert {slug: one.results for slug, one in failed.items() if one.state == "failed"} == {}


def test_every_page_has_a_fix_that_runs_and_holds(library: Library) -> None:
    for note in library.errors.values():
        assert "fix" in note.snippets, note.slug
        assert any(statement.is_assert for statement in note.snippets["fix"].view().statements), note.slug


def test_ranks_are_the_catalogues(library: Library) -> None:
    assert sorted(note.order for note in library.errors.values()) == list(range(1, len(library.errors) + 1))


def test_both_languages_have_the_same_blocks_and_links(library: Library) -> None:
    for note in library.errors.values():
        english, chinese = ([b for b in map(bone, note.body[lang]) if b] for lang in LANGS)
        assert english == chinese, note.slug
        english, chinese = (sorted(set(_HREF.findall(prose(note, lang)))) for lang in LANGS)
        assert english == chinese, note.slug


def test_each_language_is_written_in_itself(library: Library) -> None:
    for note in library.errors.values():
        assert not _HAN.search(_TAG.sub("", prose(note, "en"))), note.slug
        assert _HAN.search(note.title["zh"]), note.slug
        assert _HAN.search(note.summary["zh"]), note.slug
        for snippet in note.snippets.values():
            assert _HAN.search(snippet.title["zh"]), snippet.key


def test_titles_and_addresses_are_each_of_one_page(library: Library) -> None:
    for lang in LANGS:
        titles = [note.title[lang] for note in library.pages.values()]
        assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_every_page_leads_on_to_something(library: Library) -> None:
    assert [note.slug for note in library.errors.values() if not note.related] == []


def test_the_lines_of_snippets_fit_the_page(library: Library) -> None:
    long = [
        (snippet.key, number)
        for note in library.errors.values()
        for snippet in note.snippets.values()
        for number, line in enumerate(snippet.source.splitlines(), start=1)
        if len(line) > 110
    ]
    assert long == []


def test_nothing_recorded_names_the_machine_it_was_recorded_on() -> None:
    paths = re.compile(r"/work/|/home/\w|/root/|fieldnotes-[a-z0-9]{6,}")
    named = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "snippets" / "errors").glob("*/*.json")
        if paths.search(path.read_text("utf-8"))
    ]
    assert named == []


def test_every_page_is_stamped_and_no_language_is_behind(library: Library) -> None:
    """After a change of both: ``python -m app notes --stamp SLUG``."""
    drifted = {note.slug: drift(note) for note in library.pages.values()}
    assert {slug: found for slug, found in drifted.items() if not found.in_step} == {}
