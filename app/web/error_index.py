"""The index of errors: what a program printed, and the page or the place in a note that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import groupby
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.library import Library
from app.notes.messages import RAISED, Messages
from app.notes.models import CATEGORY_TITLES, ERROR_KINDS, ERROR_PREFIX, Lang, Note
from app.notes.passages import ERRORS_ANCHOR
from app.notes.search import MAX_QUERY, messages
from app.proofs.board import ErrorStanding, error_standing
from app.web.language import N_
from app.web.pages import Page, html, make_page, note_page, words_of
from app.web.problem import Problem
from app.web.sections import section_of
from app.web.services import services

router = APIRouter(include_in_schema=False)

Order = Literal["category", "often"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRow:
    """An error, as it stands in the list."""

    note: Note
    kind: str
    """The exception's type, or empty."""
    text: str
    """The first line of its message, or empty."""
    standing: ErrorStanding


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShelf:
    """A category and its errors, the most frequent first; one shelf without a name where they aren't parted."""

    id: str
    title: str
    rows: tuple[ErrorRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A message that a note explains, its type apart."""

    kind: str
    text: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteMessages:
    """A note and those of its messages that have no page of their own."""

    note: Note
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorsPage:
    """``pages/errors.html``."""

    page: Page
    shelves: tuple[ErrorShelf, ...]
    others: tuple[NoteMessages, ...]
    by: Order
    kind: str
    """The kind that is shown alone, or empty."""
    query: str
    kinds: Mapping[str, int]
    total: int
    shown: int


LEDE = N_("What torch says when something goes wrong, and what goes wrong without a word: each reproduced, with a fix.")


@router.get("/{lang}/errors")
def errors(
    request: Request,
    lang: str,
    by: Annotated[str, Query()] = "",
    kind: Annotated[str, Query()] = "",
    q: Annotated[str, Query()] = "",
) -> Response:
    """Every error, by category or by how often it's hit; those of one kind, or that have the words of *q*."""
    words = words_of(request, lang)
    given = services(request)
    order: Order = "often" if by == "often" else "category"
    kind = kind if kind in ERROR_KINDS else ""
    query = q[-MAX_QUERY:].strip()
    every = tuple(given.library.errors.values())
    asked = [note for note in every if kind in {"", note.kind}]
    shown = _asked(given.library, asked, query, words.lang)
    context = ErrorsPage(
        page=make_page(request, words("Error messages"), words(LEDE)),
        shelves=_shelves(shown, order, words.lang, by_fit=bool(query)),
        others=() if kind else _others(given.library, query),
        by=order,
        kind=kind,
        query=query,
        kinds={name: sum(note.kind == name for note in every) for name in ERROR_KINDS},
        total=len(every),
        shown=len(shown),
    )
    if request.headers.get("hx-request") == "true":
        names = {field.name: getattr(context, field.name) for field in fields(context)}
        return html(request, words.lang, given.templates.block(words.lang, "pages/errors.html", "list", names))
    return html(request, words.lang, given.templates.page(words.lang, "pages/errors.html", context))


@router.get("/{lang}/errors/{ident}")
def error(request: Request, lang: str, ident: str, view: Annotated[str, Query()] = "") -> Response:
    """The page of one error; ``?view=both`` shows its two languages side by side."""
    words = words_of(request, lang)
    found = services(request).library.errors.get(ERROR_PREFIX + ident)
    if found is None:
        raise Problem(404, N_("There is no error of that name. The list of errors has them all."))
    return note_page(request, words, found, both=view == "both")


def _asked(library: Library, notes: list[Note], query: str, lang: Lang) -> list[Note]:
    """Those of *notes* that *query* means: by its pattern where it is a message, else by its words."""
    if not query:
        return notes
    found = [match.known.note for match in messages(library).matches(query) if match.whole]
    by_slug = {note.slug: note for note in notes}
    if any(slug in by_slug for slug in found):
        return [by_slug[slug] for slug in found if slug in by_slug]
    terms = query.lower().split()
    return [note for note in notes if all(term in _text(note, lang) for term in terms)]


def _text(note: Note, lang: Lang) -> str:
    """What a filter looks for words in."""
    older = (one.message for one in note.older)
    shown = (note.title[lang], note.summary[lang], CATEGORY_TITLES[note.category][lang])
    return "\n".join((note.id, *shown, *note.errors, *older)).lower()


def _shelves(notes: list[Note], order: Order, lang: Lang, *, by_fit: bool) -> tuple[ErrorShelf, ...]:
    """*notes*, which come by category, arranged as they are asked for."""
    if order == "often" or by_fit:
        ranked = notes if by_fit else sorted(notes, key=lambda note: note.order)
        return (ErrorShelf(id="often", title="", rows=_rows(ranked)),) if ranked else ()
    return tuple(
        ErrorShelf(id=category, title=CATEGORY_TITLES[category][lang], rows=_rows(group))
        for category, group in groupby(notes, key=lambda note: note.category)
    )


def _rows(notes: Iterable[Note]) -> tuple[ErrorRow, ...]:
    return tuple(_row(note) for note in notes)


def _row(note: Note) -> ErrorRow:
    kind, text = _parted(note.errors[0]) if note.errors else ("", "")
    return ErrorRow(note=note, kind=kind, text=text, standing=error_standing(note))


def _parted(message: str) -> tuple[str, str]:
    """The type of the exception, and the first line that says something."""
    kind = RAISED.match(message)
    text = message[kind.end() :] if kind else message
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (kind.group().rstrip(": ") if kind else ""), (lines[0] if lines else "")


def _others(library: Library, query: str) -> tuple[NoteMessages, ...]:
    """What only notes explain, or those of it that have all the words of *query*."""
    terms = query.lower().split()
    groups: list[NoteMessages] = []
    for note in library.notes.values():
        entries = tuple(
            Entry(kind=kind, text=text, anchor=section_of(library, note, message) or ERRORS_ANCHOR)
            for message in note.errors
            if message not in _paged(library) and all(term in message.lower() for term in terms)
            for kind, text in (_parted(message),)
        )
        if entries:
            groups.append(NoteMessages(note=note, entries=entries))
    return tuple(groups)


@lru_cache(maxsize=8)
def _paged(library: Library) -> frozenset[str]:
    """Messages of notes that have a page of their own."""
    pages = Messages(library.errors.values())
    said = {message for note in library.notes.values() for message in note.errors}
    return frozenset(message for message in said if (found := pages.matches(message)) and found[0].whole)
