"""A note's body as rows to read: one language down the page, or two side by side with the code shared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from markupsafe import Markup

from app.notes.models import LANGS, Block, Claim, Lang, Note, Prose, Snippet
from app.notes.translation import BEGINNING, Drift, drift, unit_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing to read. ``sides`` holds its markup by language, in the order in which it is shown."""

    kind: Literal["prose", "heading", "snippet", "claim"]
    sides: tuple[tuple[Lang, Markup], ...] = ()
    id: str = ""
    level: int = 2
    snippet: Snippet | None = None
    claim: Claim | None = None
    behind: frozenset[Lang] = frozenset()
    """Languages whose text of this has not followed a change of the other's."""


def note_rows(note: Note, lang: Lang, *, both: bool) -> tuple[Row, ...]:
    """The rows of *note* for a reader of *lang*; *both* puts the other language beside it."""
    langs = (lang, *(other for other in LANGS if other != lang)) if both else (lang,)
    bodies = [_stretches(note.body[one]) for one in langs]
    behind = _by_place(drift(note), langs)
    return tuple(row for stretch in zip_longest(*bodies) for row in _rows(langs, stretch, behind))


Stretch = tuple[str, list[Prose], Block | None]
"""What it comes after, prose, and the heading, snippet or claim after it, which is the same in every language."""
Places = Mapping[tuple[str, int], frozenset[Lang]]
"""By what it comes after, or is, and the number of the paragraph: the languages that are behind there."""


def _by_place(found: Drift, langs: tuple[Lang, ...]) -> Places:
    places: dict[tuple[str, int], frozenset[Lang]] = {}
    for one in found.behind:
        if one.lang in langs:
            places[one.unit, one.index] = places.get((one.unit, one.index), frozenset()) | {one.lang}
    return places


def _stretches(body: tuple[Block, ...]) -> list[Stretch]:
    found: list[Stretch] = []
    prose: list[Prose] = []
    after = BEGINNING
    for block in body:
        if block.kind == "prose":
            prose.append(block)
        else:
            found.append((after, prose, block))
            after, prose = f"after {unit_of(block)}", []
    return [*found, (after, prose, None)]


def _rows(langs: tuple[Lang, ...], stretch: tuple[Stretch | None, ...], behind: Places) -> Iterator[Row]:
    sides = [side or ("", [], None) for side in stretch]
    for index, paragraphs in enumerate(zip_longest(*(prose for _, prose, _ in sides))):
        shown = [(lang, _markup(block.html if block else "")) for lang, block in zip(langs, paragraphs, strict=True)]
        yield Row(kind="prose", sides=tuple(shown), behind=behind.get((sides[0][0], index), frozenset()))
    anchors = [anchor for _, _, anchor in sides]
    first = anchors[0]
    late = behind.get((unit_of(first), 0), frozenset()) if first and first.kind != "prose" else frozenset()
    match first.kind if first else None:
        case "heading":
            headings = [
                (lang, _markup(a.html)) for lang, a in zip(langs, anchors, strict=True) if a and a.kind == "heading"
            ]
            assert first is not None and first.kind == "heading"  # noqa: S101, PT018 - the case says so
            yield Row(kind="heading", sides=tuple(headings), id=first.id, level=first.level, behind=late)
        case "snippet":
            assert first is not None and first.kind == "snippet"  # noqa: S101, PT018 - the case says so
            yield Row(kind="snippet", snippet=first.snippet)
        case "claim":
            assert first is not None and first.kind == "claim"  # noqa: S101, PT018 - the case says so
            claim = first.claim
            yield Row(
                kind="claim",
                claim=claim,
                id=claim.id,
                behind=late,
                sides=tuple((lang, _markup(claim.html[lang])) for lang in langs),
            )
        case _:
            pass


def _markup(html: str) -> Markup:
    return Markup(html)  # noqa: S704 - the Markdown renderer escapes; notes allow no raw HTML
