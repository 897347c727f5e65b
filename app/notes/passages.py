"""The notes cut into what a search finds: titles, headings, claims, paragraphs, programs and error messages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from app.notes.models import Lang, Note

Kind = Literal["title", "summary", "claim", "heading", "error", "prose", "code"]

ERRORS_ANCHOR: Final = "errors-title"
"""Of the list of messages at the end of a note's page."""
OLDER_ANCHOR: Final = "older"
"""Of the list of older wordings on the page of an error."""

_BLOCK_TAG = re.compile(r"</?(?:p|li|ul|ol|td|th|tr|table|thead|tbody|pre|br|blockquote)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Passage:
    """Something in a note that can be found. ``anchor`` is its fragment on the note's page; empty is the top."""

    note: str
    kind: Kind
    anchor: str
    text: str
    heading: str = ""
    """The heading that it stands under."""


def passages(note: Note, lang: Lang) -> Iterator[Passage]:
    """Everything in *note* that a reader of *lang* may look for, in the order of the page."""
    yield Passage(note.slug, "title", "", note.title[lang])
    yield Passage(note.slug, "summary", "", note.summary[lang])
    anchor, heading = "", ""
    for block in note.body[lang]:
        match block.kind:
            case "heading":
                anchor, heading = block.id, block.text
                yield Passage(note.slug, "heading", anchor, heading)
            case "prose":
                yield Passage(note.slug, "prose", anchor, plain(block.html), heading)
            case "claim":
                yield Passage(note.slug, "claim", block.claim.id, block.claim.text[lang], heading)
            case "snippet":
                shown = block.snippet
                code = f"{shown.title[lang]}\n{shown.view(lang).code}"
                yield Passage(note.slug, "code", shown.anchor, code, heading)
    for message in note.errors:
        yield Passage(note.slug, "error", "" if note.is_error else ERRORS_ANCHOR, message)
    for older in note.older:
        yield Passage(note.slug, "error", OLDER_ANCHOR, older.message)


def plain(markup: str) -> str:
    """The text of *markup*."""
    return " ".join(html.unescape(_TAG.sub("", _BLOCK_TAG.sub(" ", markup))).split())
