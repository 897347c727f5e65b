"""The index of error messages: what a program printed, and the place in the notes that explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.notes.library import Library
from app.notes.messages import RAISED
from app.notes.models import CATEGORY_TITLES, LANGS, Note
from app.notes.passages import ERRORS_ANCHOR, plain
from app.proofs import recordings
from app.web.language import N_
from app.web.pages import Page, html, make_page, words_of
from app.web.services import services

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A message: its type apart, and where it's explained."""

    kind: str
    text: str
    note: Note
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShelf:
    """A category and its messages, in the order of the notes."""

    id: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorsPage:
    """``pages/errors.html``."""

    page: Page
    shelves: tuple[ErrorShelf, ...]
    total: int


ENOUGH = 0.7
"""The share of a message's words in a line that says that the line is the message."""
LEDE = N_("Error messages and warnings that the notes explain, each with its cause and a fix that runs.")


@router.get("/{lang}/errors")
def errors(request: Request, lang: str) -> Response:
    """Every message of every note, by category."""
    words = words_of(request, lang)
    given = services(request)
    shelves = tuple(
        ErrorShelf(id=category, title=CATEGORY_TITLES[category][words.lang], entries=entries)
        for category, notes in given.library.categories()
        if (entries := tuple(entry for note in notes for entry in _entries(given.library, note)))
    )
    context = ErrorsPage(
        page=make_page(request, words("Error messages"), words(LEDE)),
        shelves=shelves,
        total=sum(len(shelf.entries) for shelf in shelves),
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/errors.html", context))


def section_of(library: Library, note: Note, message: str) -> str:
    """The id of the part of *note* in which *message* comes up, or empty where that can't be told."""
    return _sections(library).get((note.slug, message), "")


def _entries(library: Library, note: Note) -> Iterator[Entry]:
    for message in note.errors:
        kind = RAISED.match(message)
        text = message[kind.end() :] if kind else message
        anchor = section_of(library, note, message) or ERRORS_ANCHOR
        yield Entry(kind=kind.group().rstrip(": ") if kind else "", text=text, note=note, anchor=anchor)


@lru_cache(maxsize=8)
def _sections(library: Library) -> dict[tuple[str, str], str]:
    """For each message, the heading under which a recorded run, or else the text, shows most of its words in a line."""
    found: dict[tuple[str, str], str] = {}
    for note in library.notes.values():
        if not note.errors:
            continue
        lines = [(anchor, _words(line)) for anchor, text in _parts(note) for line in text.splitlines()]
        for message in note.errors:
            wanted = _words(RAISED.sub("", message.partition("\n")[0], count=1))
            share, anchor = max(
                ((len(wanted & words) / len(wanted), anchor) for anchor, words in lines),
                key=lambda pair: round(pair[0], 1),
                default=(0.0, ""),
            )
            if share >= ENOUGH:
                found[note.slug, message] = anchor
    return found


def _parts(note: Note) -> Iterator[tuple[str, str]]:
    """What the recordings of *note* show, then what its text and code say, each with the heading above it."""
    shown: list[tuple[str, str]] = []
    said: list[tuple[str, str]] = []
    for lang in LANGS:
        anchor = ""
        for block in note.body[lang]:
            match block.kind:
                case "heading":
                    anchor = block.id
                    said.append((anchor, block.text))
                case "prose":
                    said.append((anchor, plain(block.html)))
                case "claim":
                    said.append((anchor, block.claim.text[lang]))
                case "snippet":
                    kept = recordings.load(block.snippet, "cpu")
                    shown += [(anchor, text) for text in _printed(kept)] if kept else []
                    said.append((anchor, block.snippet.source))
    yield from shown
    yield from said


def _printed(kept: recordings.Recording) -> Iterator[str]:
    error = kept.result.get("error")
    if error:
        yield str(error.get("message"))
    yield str(kept.result.get("stdout"))
    yield str(kept.result.get("stderr"))
    for event in kept.result.get("events") or ():
        if event.get("kind") == "value":
            yield str(event["data"].get("text/plain")).replace("', '", "\n").replace("}, {", "\n")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d]\w+", text.lower()))
