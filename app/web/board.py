"""The board: every claim, its verdict, and how its proof last ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.models import CATEGORY_TITLES, VERDICTS, Lang, Note
from app.proofs.board import Standing, standing
from app.web.language import N_
from app.web.pages import Page, html, make_page, words_of
from app.web.services import services

router = APIRouter(include_in_schema=False)

STATES = ("proven", "failed", "missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteClaims:
    """A note and those of its claims that are shown."""

    note: Note
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimShelf:
    """A category and its notes that have claims to show."""

    id: str
    title: str
    notes: tuple[NoteClaims, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """``pages/claims.html``."""

    page: Page
    shelves: tuple[ClaimShelf, ...]
    verdict: str
    """The verdict that is shown alone, or empty for all."""
    state: str
    verdicts: Mapping[str, int]
    states: Mapping[str, int]
    total: int
    shown: int


LEDE = N_(
    "Every claim of the notes, its verdict, and the last recorded run of the program that proves it. A false belief "
    "stands here as people say it: its proof shows that it is false."
)


@router.get("/{lang}/claims")
def claims(
    request: Request, lang: str, verdict: Annotated[str, Query()] = "", state: Annotated[str, Query()] = ""
) -> Response:
    """All claims, or those of one verdict or one state."""
    words = words_of(request, lang)
    given = services(request)
    every = [standing(given.library, claim) for claim in given.library.claims()]
    verdict = verdict if verdict in VERDICTS else ""
    state = state if state in STATES else ""
    shown = [one for one in every if verdict in {"", one.claim.verdict} and state in {"", one.state}]
    context = BoardPage(
        page=make_page(request, words("All claims"), words(LEDE)),
        shelves=_shelves(given.library.pages, shown, words.lang),
        verdict=verdict,
        state=state,
        verdicts={name: sum(one.claim.verdict == name for one in every) for name in VERDICTS},
        states={name: sum(one.state == name for one in every) for name in STATES},
        total=len(every),
        shown=len(shown),
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/claims.html", context))


def _shelves(notes: Mapping[str, Note], shown: list[Standing], lang: Lang) -> tuple[ClaimShelf, ...]:
    """*shown*, which is in the order of the notes, by category and note."""
    by_note = [
        NoteClaims(note=notes[slug], standings=tuple(group))
        for slug, group in groupby(shown, key=lambda one: one.claim.note)
    ]
    return tuple(
        ClaimShelf(id=category, title=CATEGORY_TITLES[category][lang], notes=tuple(group))
        for category, group in groupby(by_note, key=lambda one: one.note.category)
    )
