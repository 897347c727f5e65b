"""Run, pressed in a page: one form for readers with and without scripts."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.notes.models import Snippet
from app.notes.programs import edited
from app.runs.models import Event, RunRefused, RunRequest
from app.web.asked import Choices, read_choices
from app.web.cards import Card, default_device, live_provenance, make_card, transcript_of
from app.web.explain import explainer
from app.web.language import Words
from app.web.live import Disconnected, LiveResponse, OpenRun, until_disconnect
from app.web.pages import note_of, note_page, snippet_of, words_of
from app.web.problem import Problem, refusal
from app.web.services import Services, services
from app.web.stream import PageStream, count_ending
from app.web.transcript import Transcript

router = APIRouter(include_in_schema=False)


@router.get("/{lang}/notes/{slug}/runs")
def without_run(request: Request, lang: str, slug: str) -> Response:
    """The address of a run that was made without scripts, opened again: there is only the note."""
    words, note = words_of(request, lang), note_of(services(request), slug)
    return RedirectResponse(f"/{words.lang}/notes/{note.slug}", 303)


@router.post("/{lang}/notes/{slug}/runs")
async def run(
    request: Request,
    lang: str,
    slug: str,
    snippet: Annotated[str, Form()],
    view: Annotated[str, Query()] = "",
) -> Response:
    """Run a snippet of a note as its reader sees it.

    Streamed to htmx, else as the whole page when it has ended.
    """
    words, given = words_of(request, lang), services(request)
    note = note_of(given, slug)
    chosen = snippet_of(given, slug, snippet)
    choices = read_choices(await request.form(), given.settings)
    asked = run_request(request, chosen, chosen.view(words.lang).code, choices)
    if choices.code:
        chosen = edited(chosen, choices.code)
        asked = program_request(request, choices, chosen)
    both = view == "both"

    def page(ran: Card) -> Response:
        return note_page(request, words, note, both=both, ran=ran)

    return await perform(request, words, chosen, asked, page, "view=both" if both else "")


async def perform(  # noqa: PLR0917 - what a run is, and where it is shown
    request: Request,
    words: Words,
    snippet: Snippet,
    asked: RunRequest,
    page: Callable[[Card], Response],
    query: str = "",
) -> Response:
    """Run *asked*, shown as *snippet*: streamed to htmx, else as *page* makes it of the card of the ended run."""
    given = services(request)
    scripted = "hx-request" in request.headers
    transcript = transcript_of(snippet, words.lang, explainer(given.library))
    try:
        opened = await OpenRun.open(given.run(asked))
    except RunRefused as error:
        _, detail = refusal(error).in_words(words)
        card = make_card(snippet, words, given.engine, query=query, notice=detail)
        return _refused(given, words, card, refusal(error), None if scripted else page)
    if scripted:
        stream = PageStream(given, snippet, words, transcript, query)
        return LiveResponse(opened, stream.messages(opened))
    try:
        await until_disconnect(request.receive, _fill(given, transcript, opened))
    except Disconnected:
        return Response(status_code=499)
    provenance = live_provenance(transcript, datetime.now(UTC))
    return page(make_card(snippet, words, given.engine, transcript=transcript, provenance=provenance, query=query))


def run_request(request: Request, snippet: Snippet, code: str, choices: Choices) -> RunRequest:
    """The engine's request for a note's own *snippet* shown as *code*."""
    return RunRequest(
        code=code,
        snippet=snippet.key,
        device=choices.device or default_device(snippet),
        runtime=choices.runtime or None,
        seed=snippet.seed if choices.seed is None else choices.seed,
        timeout_s=snippet.timeout,
        looks=choices.looks,
        loopback=snippet.loopback,
        client=client_of(request),
    )


def program_request(request: Request, choices: Choices, snippet: Snippet | None = None) -> RunRequest:
    """The engine's request for what a reader typed, perhaps in place of a note's *snippet*: a stranger's code."""
    return RunRequest(
        code=choices.code,
        device=choices.device or (default_device(snippet) if snippet else "cpu"),
        runtime=choices.runtime or None,
        seed=choices.seed if choices.seed is not None or snippet is None else snippet.seed,
        timeout_s=snippet.timeout if snippet else None,
        looks=choices.looks,
        loopback=snippet is not None and snippet.loopback,
        client=client_of(request),
    )


def client_of(request: Request) -> str:
    """Whom a run is charged to: an address, or the network of an IPv6 one, of which a client has very many."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((address.packed, 64), strict=False))  # noqa: PLR2004


async def _fill(given: Services, transcript: Transcript, events: OpenRun) -> None:
    try:
        async for event in _counted(given, events):
            transcript.apply(event.as_dict())
    finally:
        await events.aclose()


async def _counted(given: Services, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    async for event in events:
        count_ending(given, event)
        yield event


def _refused(
    given: Services, words: Words, card: Card, problem: Problem, page: Callable[[Card], Response] | None
) -> Response:
    """The reason, at the card; what stood there stays. *page* is None for a reader with scripts."""
    if page is None:
        html = given.templates.partial(words.lang, "partials/refusal.html", card=card.id, notice=card.notice)
        response: Response = HTMLResponse(html, problem.status_code)
    else:
        response = page(card)
        response.status_code = problem.status_code
    response.headers.update(problem.headers or {})
    return response
