"""Search, as a page that works without scripts (and as one types with them) and in the API."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from app.notes.models import Lang
from app.notes.passages import ERRORS_ANCHOR
from app.notes.search import MAX_QUERY, Found, Hit, search_index
from app.web import shapes
from app.web.json_response import Json
from app.web.language import N_
from app.web.openapi import problems
from app.web.pages import Page, html, make_page, words_of
from app.web.sections import section_of
from app.web.services import Services, services

router = APIRouter()

SHOWN = 12
MAX_LIMIT = 50
EXAMPLES = ("no_grad", "clone detach", N_("freeze layers"), "index 6 is out of bounds", N_("memory during validation"))

_MOVED = Markup('<hx-partial hx-target=".masthead .switch" hx-swap="outerHTML">%s</hx-partial>')


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """``pages/search.html``. ``results`` pairs each note that was found with the addresses of its hits."""

    page: Page
    query: str
    results: tuple[tuple[Found, tuple[tuple[Hit, str], ...]], ...]
    examples: tuple[str, ...]


@router.get("/{lang}/search", include_in_schema=False)
def search_page(request: Request, lang: str, q: Annotated[str, Query()] = "") -> Response:
    """The field and what it found; htmx asks for the results alone."""
    words = words_of(request, lang)
    given = services(request)
    query = q[-MAX_QUERY:].strip()
    found = search_index(given.library).search(query, words.lang, SHOWN)
    title = words("Search: %(query)s", query=query[:80]) if query else words("Search")
    context = SearchPage(
        page=make_page(request, title, words("Search the notes: a question, a name, or a whole error message.")),
        query=query,
        results=tuple((one, tuple((hit, _address(given, one, hit, words.lang)) for hit in one.hits)) for one in found),
        examples=tuple(words(example) for example in EXAMPLES),
    )
    if request.headers.get("hx-request") == "true":
        names = {field.name: getattr(context, field.name) for field in fields(context)}
        results = given.templates.block(words.lang, "pages/search.html", "results", names)
        switch = given.templates.block(words.lang, "base.html", "switch", names)
        return html(request, words.lang, results + _MOVED % switch)  # the link to the other language follows
    return html(request, words.lang, given.templates.page(words.lang, "pages/search.html", context))


@router.get("/api/v1/search", response_model=shapes.SearchResults, summary="Search the notes", responses=problems(422))
def search(
    request: Request,
    q: Annotated[str, Query(max_length=MAX_QUERY, description="Words, names in code, or a whole traceback.")],
    lang: Annotated[Lang, Query(description="The language to search in.")] = "en",
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="Notes at most.")] = 10,
) -> Response:
    """Notes that match, best first, with the passages that do. An error message finds the note that explains it."""
    given = services(request)
    found = search_index(given.library).search(q, lang, limit)
    return Json({"query": q, "results": [_as_json(given, one, lang) for one in found]})


def _as_json(given: Services, found: Found, lang: Lang) -> dict[str, Any]:
    return {
        "note": found.note.slug,
        "title": found.note.title[lang],
        "summary": found.note.summary[lang],
        "url": f"/{lang}/{found.note.path}",
        "lang": found.lang,
        "message": found.message or None,
        "passages": [
            {
                "kind": hit.kind,
                "heading": hit.heading,
                "url": _address(given, found, hit, lang),
                "pieces": [asdict(piece) for piece in hit.pieces],
            }
            for hit in found.hits
        ],
    }


def _address(given: Services, found: Found, hit: Hit, lang: Lang) -> str:
    anchor = hit.anchor
    if anchor == ERRORS_ANCHOR and found.message:
        anchor = section_of(given.library, found.note, found.message) or anchor
    return f"/{lang}/{found.note.path}" + (f"#{anchor}" if anchor else "")
