"""A snippet or a shared program for another site's page: in a frame, without cookies, with a way back here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.notes.models import Lang, Snippet, address_of
from app.web import language
from app.web.asked import Choices, read_choices
from app.web.cards import Card, recorded_card
from app.web.explain import explainer
from app.web.language import TAGS, Words
from app.web.pages import THEMES, snippet_of
from app.web.policy import EMBED_HEADERS
from app.web.runs import perform, run_request
from app.web.services import Services, services
from app.web.shares import share_request
from app.web.sharing import share_of, shared_snippet, stored_card

router = APIRouter(prefix="/embed", include_in_schema=False)

LangAsked = Annotated[str, Query(alias="lang")]
ThemeAsked = Annotated[str, Query(alias="theme")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedPage:
    """``pages/embed.html``."""

    s: Card
    theme: str
    back: str
    """The page here that it comes from."""


@router.get("/p/{share_id}")
async def embed_share(request: Request, share_id: str, lang: LangAsked = "", theme: ThemeAsked = "auto") -> Response:
    """A shared program with its stored result."""
    given, words = services(request), _words(request, lang)
    found = await share_of(given, share_id)
    return _page(given, words, theme, f"/{words.lang}/p/{found.id}")(stored_card(found, words, given))


@router.post("/p/{share_id}/runs")
async def run_share(request: Request, share_id: str, lang: LangAsked = "", theme: ThemeAsked = "auto") -> Response:
    """Run it, as it was shared."""
    given, words = services(request), _words(request, lang)
    found = await share_of(given, share_id)
    page = _page(given, words, theme, f"/{words.lang}/p/{found.id}")
    asked = share_request(request, found, Choices())
    return _framed(await perform(request, words, shared_snippet(found, words), asked, page))


@router.get("/{slug}/{snippet}")
def embed_snippet(
    request: Request, slug: str, snippet: str, lang: LangAsked = "", theme: ThemeAsked = "auto"
) -> Response:
    """A note's snippet with its recorded result."""
    given, words = services(request), _words(request, lang)
    found = snippet_of(given, slug, snippet.removesuffix(".py"))
    page = _page(given, words, theme, _back(words, found))
    return page(recorded_card(found, words, given.engine, explainer(given.library)))


@router.post("/{slug}/{snippet}/runs")
async def run_snippet(
    request: Request, slug: str, snippet: str, lang: LangAsked = "", theme: ThemeAsked = "auto"
) -> Response:
    """Run it, as it is."""
    given, words = services(request), _words(request, lang)
    found = snippet_of(given, slug, snippet.removesuffix(".py"))
    chosen = Choices(device=read_choices(await request.form(), given.settings).device)
    asked = run_request(request, found, found.view(words.lang).code, chosen)
    page = _page(given, words, theme, _back(words, found))
    return _framed(await perform(request, words, found, asked, page))


@router.get("/{slug}/{snippet}/runs")
def without_run(slug: str, snippet: str) -> Response:
    """The address of a run that was made without scripts, opened again."""
    return RedirectResponse(f"/embed/{slug}/{snippet}", 303, EMBED_HEADERS)


def _words(request: Request, lang: str) -> Words:
    """Of the language that the frame's address asks for, or else the browser's; cookies are not looked at."""
    known = language.known(lang) or language.negotiate(None, request.headers.get("accept-language"))
    return services(request).words[known]


def _back(words: Words, snippet: Snippet) -> str:
    return f"/{words.lang}/{address_of(snippet.note)}#{snippet.anchor}"


def _page(given: Services, words: Words, theme: str, back: str) -> Callable[[Card], Response]:
    theme = theme if theme in THEMES else "auto"

    def page(card: Card) -> Response:
        context = EmbedPage(s=replace(card, action=_action(card, words.lang, theme)), theme=theme, back=back)
        body = given.templates.page(words.lang, "pages/embed.html", context)
        headers = {**EMBED_HEADERS, "Content-Language": TAGS[words.lang], "Vary": "Accept-Language"}
        return HTMLResponse(body, 200, {**headers, "Cache-Control": "no-cache"})

    return page


def _action(card: Card, lang: Lang, theme: str) -> str:
    return f"/embed/{card.slug}/{card.name}/runs?lang={lang}&theme={theme}"


def _framed(response: Response) -> Response:
    response.headers.update(EMBED_HEADERS)
    return response
