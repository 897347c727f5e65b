"""A note's directory as it was read, whole or not, and the note that a whole one makes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.notes import translation
from app.notes.front_matter import Sort
from app.notes.header import Finding, toml_finding
from app.notes.markdown import ClaimRef, Document, NoteLink, SnippetRef, read_document
from app.notes.models import (
    ERROR_PREFIX,
    LANGS,
    Block,
    Claim,
    ClaimBlock,
    Lang,
    Note,
    Problem,
    Snippet,
    SnippetBlock,
)
from app.notes.snippets import read_snippet
from app.notes.translation import Stamp

_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_NAME: Final = re.compile(r"[a-z0-9_]+")
FACTS: Final = "facts.toml"


@dataclass(slots=True)
class Draft:
    """What a note's directory holds. ``problems`` are those that each file has by itself."""

    slug: str
    path: Path
    sort: Sort = "note"
    documents: dict[Lang, Document] = field(default_factory=dict)
    snippets: dict[str, Snippet] = field(default_factory=dict)
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Fact id to the line that names it and the anchor that covers it."""
    stamp: Stamp | None = None
    problems: list[Problem] = field(default_factory=list)

    def page(self, lang: Lang) -> Path:
        """The file of *lang*."""
        return self.path / f"{lang}.md"

    def report(self, path: Path, findings: Iterable[Finding]) -> None:
        """Add what is wrong in one file."""
        self.problems += [Problem(path, line, message) for line, message in findings]

    def snippet_refs(self, lang: Lang) -> list[tuple[int, str]]:
        """The snippets that the page of *lang* shows, each with its line."""
        parts = self.documents[lang].parts
        return [(line, part.name) for line, part in parts if isinstance(part, SnippetRef)]

    def claim_refs(self, lang: Lang) -> list[tuple[int, ClaimRef]]:
        """The claims on the page of *lang*, each with its line."""
        return [(line, part) for line, part in self.documents[lang].parts if isinstance(part, ClaimRef)]

    def links(self, lang: Lang) -> list[tuple[int, NoteLink]]:
        """The links to notes on the page of *lang*, each with its line."""
        return self.documents[lang].links

    def anchors(self) -> set[str]:
        """Ids that a link or a fact may point to."""
        return {anchor for document in self.documents.values() for anchor in document.anchors()}


def read_draft(path: Path, sort: Sort = "note") -> Draft:
    """Read everything in the directory of a note, or of the page of one error."""
    draft = Draft(path.name if sort == "note" else ERROR_PREFIX + path.name, path, sort)
    if not _SLUG.fullmatch(path.name) or (sort == "note" and path.name.startswith(ERROR_PREFIX)):
        what = f"rename the directory: its name is a-z, 0-9 and '-' only, and doesn't begin with '{ERROR_PREFIX}'"
        draft.report(path, [(1, what)])
    for lang in LANGS:
        text = _read(draft, draft.page(lang), f"the note has no {lang}.md: write it")
        draft.documents[lang] = read_document(text, lang, sort) if text is not None else Document()
        draft.report(draft.page(lang), draft.documents[lang].findings)
    for file in sorted(path.glob("*.py")):
        _read_snippet(draft, file)
    if (path / FACTS).exists():
        _read_facts(draft, path / FACTS)
    if (path / translation.FILE).exists():
        draft.stamp, findings = translation.read_stamp(_read(draft, path / translation.FILE, "it can't be read") or "")
        draft.report(path / translation.FILE, findings)
    return draft


def _read(draft: Draft, file: Path, missing: str) -> str | None:
    """The text of *file*, or None once its absence or its encoding has been reported."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        draft.report(file, [(1, missing)])
    except UnicodeDecodeError:
        draft.report(file, [(1, "save the file as UTF-8")])
    return None


def _read_snippet(draft: Draft, file: Path) -> None:
    if not _NAME.fullmatch(file.stem):
        better = re.sub(r"[^a-z0-9]+", "_", file.stem.lower())
        draft.report(file, [(1, f"rename the snippet to {better}.py: its name is a-z, 0-9 and '_' only")])
    source = _read(draft, file, "the snippet can't be read")
    if source is None:
        return
    draft.snippets[file.stem], findings = read_snippet(draft.slug, file, source)
    draft.report(file, findings)


def _read_facts(draft: Draft, file: Path) -> None:
    text = _read(draft, file, "facts.toml can't be read") or ""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        draft.report(file, [toml_finding(error, offset=0, last=text.count("\n") or 1)])
        return
    for fact, anchor in data.items():
        pattern = re.compile(rf"^[ \t]*[\"']?{re.escape(fact)}[\"']?[ \t]*=", re.MULTILINE)
        match = pattern.search(text)
        line = text.count("\n", 0, match.start()) + 1 if match else 1
        if isinstance(anchor, str):
            draft.facts[fact] = (line, anchor)
        else:
            draft.report(file, [(line, f'write {fact} = "id-of-a-heading-or-claim"')])


def build_note(draft: Draft) -> Note:
    """Make the note of a draft in which nothing is wrong."""
    fronts = {lang: document.front for lang, document in draft.documents.items()}
    front = fronts["en"]
    claims = {ref.id: _build_claim(draft, ref.id) for _, ref in draft.claim_refs("en")}
    return Note(
        slug=draft.slug,
        title={lang: fronts[lang].title for lang in LANGS},
        summary={lang: fronts[lang].summary for lang in LANGS},
        category=front.category,
        order=front.order if draft.sort == "note" else front.rank,
        related=front.related,
        prerequisites=front.prerequisites,
        errors=front.errors,
        body={lang: _build_body(draft, lang, claims) for lang in LANGS},
        snippets={name: draft.snippets[name] for _, name in draft.snippet_refs("en")},
        claims=tuple(claims.values()),
        facts={fact: anchor for fact, (_, anchor) in draft.facts.items()},
        kind=front.kind,
        older=front.older,
        match=front.match,
        directory=draft.path,
        stamp=draft.stamp,
    )


def _build_claim(draft: Draft, name: str) -> Claim:
    refs = {lang: next(ref for _, ref in draft.claim_refs(lang) if ref.id == name) for lang in LANGS}
    return Claim(
        id=name,
        note=draft.slug,
        verdict=refs["en"].verdict,
        proof=f"{draft.slug}/{refs['en'].proof}",
        html={lang: ref.html for lang, ref in refs.items()},
        text={lang: ref.text for lang, ref in refs.items()},
    )


def _build_body(draft: Draft, lang: Lang, claims: dict[str, Claim]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for _, part in draft.documents[lang].parts:
        match part:
            case SnippetRef():
                blocks.append(SnippetBlock(draft.snippets[part.name]))
            case ClaimRef():
                blocks.append(ClaimBlock(claims[part.id]))
            case _:
                blocks.append(part)
    return tuple(blocks)
