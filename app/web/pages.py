"""The pages that readers open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.notes.models import CATEGORY_TITLES, LANGS, Lang, Note, Snippet
from app.proofs.board import ErrorStanding, Standing, Stands, error_standing, page_standing, standing
from app.web import language
from app.web.cards import Card, recorded_card
from app.web.explain import explainer
from app.web.language import N_, Words
from app.web.problem import Problem
from app.web.reading import Row, note_rows
from app.web.services import Services, services

router = APIRouter(include_in_schema=False)

THEMES = ("auto", "light", "dark")
HOME_SNIPPET = "clone-detach/edit_one"
"""What the first page offers to run; the first snippet that runs anywhere where there is no such note."""
YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What every page needs. Addresses are paths unless they say otherwise."""

    title: str
    description: str
    here: str
    """Path and query of this page: where the theme form leads back to."""
    switch: Mapping[Lang, str]
    """This page in each language, query kept."""
    canonical: str
    """Address without query, absolute where the public one is known; empty for pages that aren't to be indexed."""
    alternates: Mapping[Lang, str]
    """Addresses of this page in each language, absolute where the public one is known."""
    theme: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """A category and its notes."""

    id: str
    title: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """``pages/home.html``."""

    page: Page
    shelves: tuple[Shelf, ...]
    snippet: Card | None
    torch: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage:
    """``pages/note.html``."""

    page: Page
    note: Note
    category: str
    rows: tuple[Row, ...]
    both: bool
    other: Lang
    cards: Mapping[str, Card]
    """By snippet name."""
    related: tuple[Note, ...]
    prerequisites: tuple[Note, ...]
    paged: tuple[Note, ...]
    """Pages of errors that are related to a note."""
    verdicts: Mapping[str, int]
    standings: Mapping[str, Standing]
    """What is recorded of each claim's proof, by the claim's id."""
    proven: Stands
    """When all that the page shows last held."""
    reproduced: ErrorStanding | None
    """Of the page of an error: when that was last reproduced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """``pages/error.html``."""

    page: Page
    status: int
    heading: str
    detail: str


def make_page(request: Request, title: str, description: str, *, path: str | None = None, index: bool = True) -> Page:
    """The common part of a page whose address is *path* (the request's own unless given)."""
    path = path or request.url.path
    origin = services(request).settings.public_url.rstrip("/")  # never the request's: a client says what it likes
    query = request.url.query
    theme = request.cookies.get("theme", "auto")
    return Page(
        title=title,
        description=description,
        here=path + (f"?{query}" if query else ""),
        switch={lang: language.in_language(path, query, lang) for lang in LANGS},
        canonical=origin + path if index else "",
        alternates={lang: origin + language.in_language(path, "", lang) for lang in LANGS},
        theme=theme if theme in THEMES else "auto",
    )


def html(request: Request, lang: Lang, body: str, status: int = 200) -> HTMLResponse:
    """A page as a response. A reader who came from our page in another language chose this one.

    Remember it.
    """
    response = HTMLResponse(body, status, {"Content-Language": language.TAGS[lang], "Vary": "Cookie, HX-Request"})
    response.headers["Cache-Control"] = "private, no-cache"
    before = language.of_path(_came_from(request))
    if before is not None and before != lang:
        _remember(response, language.COOKIE, lang)
    return response


def _came_from(request: Request) -> str:
    """The path of the page of ours that led here, or empty."""
    try:
        address = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    return address.path if address.netloc == request.headers.get("host", "") else ""


def words_of(request: Request, lang: str) -> Words:
    """The words of the language in the address. Raises a 404 Problem for any other."""
    known = language.known(lang)
    if known is None:
        raise Problem(404)
    return services(request).words[known]


def note_of(given: Services, slug: str) -> Note:
    """The note, or the page of an error, of that slug. Raises a 404 Problem."""
    note = given.library.pages.get(slug)
    if note is None:
        raise Problem(404, N_("There is no note of that name. The list of notes is on the first page."))
    return note


def snippet_of(given: Services, slug: str, name: str) -> Snippet:
    """The snippet of that name of the note of that slug. Raises a 404 Problem."""
    found = note_of(given, slug).snippets.get(name)
    if found is None:
        raise Problem(404, N_("This note has no such snippet. Reload the page."))
    return found


@router.get("/")
def root(request: Request) -> Response:
    """Leads to the reader's language: the cookie's, then the browser's."""
    lang = language.negotiate(request.cookies.get(language.COOKIE), request.headers.get("accept-language"))
    return RedirectResponse(f"/{lang}/", 302, {"Vary": "Cookie, Accept-Language", "Cache-Control": "no-cache"})


@router.post("/theme")
def theme(theme: Annotated[str, Form()], back: Annotated[str, Form()] = "/") -> Response:
    """Remembers light or dark, for readers without scripts."""
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(safe, 303)
    _remember(response, "theme", theme if theme in THEMES else "auto")
    return response


@router.get("/{lang}")
def without_slash(request: Request, lang: str) -> Response:
    """``/en`` is ``/en/``."""
    return RedirectResponse(f"/{words_of(request, lang).lang}/", 308)


@router.get("/{lang}/")
def home(request: Request, lang: str) -> Response:
    """The first page: what this is, something to run, and all the notes."""
    words = words_of(request, lang)
    given = services(request)
    library = given.library
    chosen = _home_snippet(given)
    context = HomePage(
        page=make_page(request, words("Torch Field Notes"), words(TAGLINE)),
        shelves=tuple(
            Shelf(id=category, title=CATEGORY_TITLES[category][words.lang], notes=notes)
            for category, notes in library.categories()
        ),
        snippet=recorded_card(chosen, words, given.engine, explainer(library)) if chosen else None,
        torch=str(given.engine.describe().get("torch") or ""),
        counts={
            "notes": len(library.notes), "errors": len(library.errors),
            "snippets": len(library.snippets()), "claims": len(library.claims()),
        },
    )  # fmt: skip
    return html(request, words.lang, given.templates.page(words.lang, "pages/home.html", context))


TAGLINE = N_("A field guide to PyTorch in which every statement is an experiment that runs, live, on this page.")


@router.get("/{lang}/notes/{slug}")
def note(request: Request, lang: str, slug: str, view: Annotated[str, Query()] = "") -> Response:
    """A note; ``?view=both`` shows its two languages side by side."""
    words = words_of(request, lang)
    found = note_of(services(request), slug)
    if found.is_error:  # its runs are posted to below this address, its page is elsewhere
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{words.lang}/{found.path}{query}", 308)
    return note_page(request, words, found, both=view == "both")


def note_page(request: Request, words: Words, note: Note, *, both: bool, ran: Card | None = None) -> HTMLResponse:
    """*note* as a page; the card *ran*, if given, takes the place of its snippet's own."""
    given = services(request)
    lang = words.lang
    query = "view=both" if both else ""
    cards = {
        name: recorded_card(snippet, words, given.engine, explainer(given.library), query)
        for name, snippet in note.snippets.items()
    }
    if ran is not None:
        cards[ran.name] = ran
    counts = {
        verdict: sum(c.verdict == verdict for c in note.claims) for verdict in ("true", "caveat", "outdated", "false")
    }
    context = NotePage(
        page=make_page(request, note.title[lang], note.summary[lang], path=f"/{lang}/{note.path}"),
        note=note,
        category=CATEGORY_TITLES[note.category][lang],
        rows=note_rows(note, lang, both=both),
        both=both,
        other=next(other for other in LANGS if other != lang),
        cards=cards,
        related=tuple(given.library.note(slug) for slug in note.related),
        prerequisites=tuple(given.library.note(slug) for slug in note.prerequisites),
        paged=tuple(one for one in given.library.errors.values() if note.slug in one.related),
        verdicts={verdict: count for verdict, count in counts.items() if count},
        standings={claim.id: standing(given.library, claim) for claim in note.claims},
        proven=page_standing(note),
        reproduced=error_standing(note) if note.is_error else None,
    )
    return html(request, lang, given.templates.page(lang, "pages/note.html", context))


def error_page(  # noqa: PLR0917 - what a response is made of
    request: Request, words: Words, status: int, heading: str, detail: str, headers: Mapping[str, str]
) -> Response:
    """What went wrong, as a page; htmx gets it as a notice in the card that asked."""
    given = services(request)
    context = ErrorPage(
        page=make_page(request, heading, detail, index=False), status=status, heading=heading, detail=detail
    )
    response = HTMLResponse(given.templates.page(words.lang, "pages/error.html", context), status, dict(headers))
    response.headers["Content-Language"] = language.TAGS[words.lang]
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response


def _home_snippet(given: Services) -> Snippet | None:
    every = given.library.snippets()
    runnable = [snippet for snippet in every if snippet.device in ("any", "cpu")]
    return next((snippet for snippet in every if snippet.key == HOME_SNIPPET), runnable[0] if runnable else None)


def _remember(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR_S, samesite="lax", httponly=False)
