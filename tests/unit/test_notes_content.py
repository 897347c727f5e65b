"""The notes that ship: whole, and the same truth in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.notes.library import Library
from app.notes.models import LANGS, Block, ClaimBlock, Heading, Lang, Note, Prose, SnippetBlock
from app.proofs import recordings
from app.proofs.check import SnippetCheck, judge, judge_claim
from app.proofs.facts import judge_facts
from app.runs.models import RunResult
from app.settings import ROOT

_HREF = re.compile(r'href="(?:/(?:en|zh)/)?([^"]*)"')
_HAN = re.compile(r"[\u4e00-\u9fff]")
_TAG = re.compile(r"<[^>]*>")
PROVEN_ON_CPU = 280
"""Facts, at least."""


@pytest.fixture(scope="module")
def library() -> Library:
    """Load every note; LibraryErrors says what is wrong, with file and line."""
    return Library.load(ROOT / "snippets")


def bone(block: Block) -> str | None:
    """What of *block* must be the same in both languages; None for prose."""
    match block:
        case Heading():
            return f"h{block.level} {block.id}"
        case SnippetBlock():
            return f"snippet {block.snippet.key}"
        case ClaimBlock():
            return f"claim {block.claim.id} {block.claim.verdict} {block.claim.proof}"
        case Prose():
            return None


def prose(note: Note, lang: Lang) -> str:
    """All that is written in *lang* on the page of *note*."""
    written = [note.title[lang], note.summary[lang]]
    for block in note.body[lang]:
        match block:
            case Prose() | Heading():
                written.append(block.html)
            case ClaimBlock():
                written.append(block.claim.html[lang])
            case SnippetBlock():
                written.append(block.snippet.title[lang])
    return "\n".join(written)


def test_there_are_notes(library: Library) -> None:
    assert library.notes
    assert library.claims()


def test_both_languages_have_the_same_blocks_in_the_same_order(library: Library) -> None:
    for note in library.notes.values():
        english, chinese = ([b for b in map(bone, note.body[lang]) if b] for lang in LANGS)
        assert english == chinese, note.slug


def test_both_languages_link_to_the_same_places(library: Library) -> None:
    for note in library.notes.values():
        english, chinese = (sorted(set(_HREF.findall(prose(note, lang)))) for lang in LANGS)
        assert english == chinese, note.slug


def test_both_languages_run_the_same_programs(library: Library) -> None:
    for snippet in library.snippets():
        codes = []
        for lang in LANGS:
            view = snippet.view(lang)
            compile(view.code, snippet.key, "exec")
            lines = view.code.split("\n")
            codes.append(["\n".join(lines[s.start - 1 : s.end]) for s in view.statements])
            assert "/// note" not in view.code
        without_comments = [[re.sub(r"(?m)^\s*# .*\n?", "", code) for code in found] for found in codes]
        assert without_comments[0] == without_comments[1], snippet.key


def test_each_language_is_written_in_itself(library: Library) -> None:
    for note in library.notes.values():
        assert not _HAN.search(_TAG.sub("", prose(note, "en"))), note.slug
        assert _HAN.search(note.title["zh"]), note.slug
        for claim in note.claims:
            assert _HAN.search(claim.text["zh"]), claim.key
        for snippet in note.snippets.values():
            assert _HAN.search(snippet.title["zh"]), snippet.key


def test_every_claim_has_a_proof_that_is_shown(library: Library) -> None:
    for claim in library.claims():
        assert claim.proof.startswith(f"{claim.note}/")
        proof = library.snippet(claim.proof)
        assert proof.raises or "assert " in proof.source, claim.key


def test_every_fact_points_into_its_page(library: Library) -> None:
    for note in library.notes.values():
        anchors = {b.id for b in note.body["en"] if isinstance(b, Heading)} | {c.id for c in note.claims}
        assert set(note.facts.values()) <= anchors


def test_every_fact_is_on_one_page(library: Library) -> None:
    wanted = (Path(__file__).parent / "data" / "facts.txt").read_text("utf-8").split()
    found = [fact for note in library.notes.values() for fact in note.facts]
    assert sorted(set(wanted) - set(found)) == []
    assert len(found) == len(set(found))


def test_what_was_recorded_on_the_cpu_proves_the_facts(library: Library) -> None:
    proven, failed = [], []
    for note in library.notes.values():
        runs: dict[str, list[SnippetCheck]] = {}
        for snippet in note.snippets.values():
            kept = recordings.load(snippet, "cpu")
            if kept is not None:
                result = RunResult(**kept.result)
                reasons = tuple(judge(snippet, result))
                runs[snippet.name] = [SnippetCheck(snippet, "cpu", "failed" if reasons else "passed", reasons, result)]
        claims = {one.id: judge_claim(one, runs.get(one.proof.partition("/")[2], [])) for one in note.claims}
        for found in judge_facts(note, claims, runs):
            proven += [found.fact] * (found.outcome == "passed")
            failed += [found.fact] * (found.outcome == "failed")
    assert failed == []
    assert len(set(proven)) >= PROVEN_ON_CPU
