"""The board: every claim and every error, and how the program that shows it last ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.models import CATEGORY_TITLES, ERROR_KINDS, VERDICTS, Lang, Note
from app.proofs.board import ErrorStanding, Standing, Stands, error_standing, standing
from app.web.language import N_
from app.web.pages import Page, html, make_page, words_of
from app.web.services import services

router = APIRouter(include_in_schema=False)

STATES = ("proven", "failed", "missing")
Shown = Literal["", "claims", "errors"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteClaims:
    """A note and those of its claims that are shown."""

    note: Note
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimShelf:
    """A category, its notes that have claims to show, and its errors that are shown."""

    id: str
    title: str
    notes: tuple[NoteClaims, ...]
    errors: tuple[ErrorStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What is shown: empty is everything."""

    what: Shown
    verdict: str
    """Of a claim; an error's kind stands in its place."""
    state: str
    place: str
    """A device and a torch that something ran on: ``cpu 2.13.0``."""

    def takes(self, one: Stands, verdict: str) -> bool:
        """Whether *one*, whose verdict or kind is *verdict*, is shown."""
        places = {place_of(result.device, result.release) for result in one.results}
        return (
            self.verdict in {"", verdict} and self.state in {"", one.state} and (not self.place or self.place in places)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """``pages/claims.html``."""

    page: Page
    shelves: tuple[ClaimShelf, ...]
    filters: Filters
    verdicts: Mapping[str, int]
    kinds: Mapping[str, int]
    states: Mapping[str, int]
    places: Mapping[str, int]
    claims: int
    errors: int


LEDE = N_(
    "Every claim of the notes and every error, and the last recorded run of the program that shows it. A false belief "
    "stands here as people say it: its proof shows that it is false."
)


@router.get("/{lang}/claims")
def claims(  # noqa: PLR0917 - FastAPI fills them by name
    request: Request,
    lang: str,
    what: Annotated[str, Query()] = "",
    verdict: Annotated[str, Query()] = "",
    state: Annotated[str, Query()] = "",
    place: Annotated[str, Query()] = "",
) -> Response:
    """All claims and errors, or those of one verdict or kind, one state, one device and torch."""
    words = words_of(request, lang)
    library = services(request).library
    proven = [standing(library, claim) for claim in library.claims()]
    reproduced = [error_standing(note) for note in library.errors.values()]
    every: list[Stands] = [*proven, *reproduced]
    places = _places(every)
    filters = Filters(
        what="claims" if what == "claims" else "errors" if what == "errors" else "",
        verdict=verdict if verdict in {*VERDICTS, *ERROR_KINDS} else "",
        state=state if state in STATES else "",
        place=place if place in places else "",
    )
    context = BoardPage(
        page=make_page(request, words("All claims"), words(LEDE)),
        shelves=_shelves(
            library.pages,
            [one for one in proven if filters.what != "errors" and filters.takes(one, one.claim.verdict)],
            [one for one in reproduced if filters.what != "claims" and filters.takes(one, one.note.kind or "")],
            words.lang,
        ),
        filters=filters,
        verdicts={name: sum(one.claim.verdict == name for one in proven) for name in VERDICTS},
        kinds={name: sum(one.note.kind == name for one in reproduced) for name in ERROR_KINDS},
        states={name: sum(one.state == name for one in every) for name in STATES},
        places=places,
        claims=len(proven),
        errors=len(reproduced),
    )
    given = services(request)
    return html(request, words.lang, given.templates.page(words.lang, "pages/claims.html", context))


def place_of(device: str, release: str) -> str:
    """A device and a torch, as a filter names them."""
    return f"{device} {release}"


def _places(every: Iterable[Stands]) -> dict[str, int]:
    """Where something was recorded, and how much."""
    counts: dict[str, int] = {}
    for one in every:
        for result in one.results:
            place = place_of(result.device, result.release)
            counts[place] = counts.get(place, 0) + 1
    return dict(sorted(counts.items()))


def _shelves(
    pages: Mapping[str, Note], proven: list[Standing], reproduced: list[ErrorStanding], lang: Lang
) -> tuple[ClaimShelf, ...]:
    """What is shown, by category and note; both lists are in the order of the pages."""
    by_note = [
        NoteClaims(note=pages[slug], standings=tuple(group))
        for slug, group in groupby(proven, key=lambda one: one.claim.note)
    ]
    shelves = [
        ClaimShelf(
            id=category,
            title=title[lang],
            notes=tuple(one for one in by_note if one.note.category == category),
            errors=tuple(one for one in reproduced if one.note.category == category),
        )
        for category, title in CATEGORY_TITLES.items()
    ]
    return tuple(shelf for shelf in shelves if shelf.notes or shelf.errors)
