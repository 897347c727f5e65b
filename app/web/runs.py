"""Run, pressed in a page: one form for readers with and without scripts."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.notes.models import Note, Snippet
from app.runs.models import Event, RunRefused, RunRequest
from app.web.cards import default_device, live_provenance, make_card, transcript_of
from app.web.explain import explainer
from app.web.language import N_, Words
from app.web.live import Disconnected, LiveResponse, OpenRun, until_disconnect
from app.web.pages import note_of, note_page, words_of
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
async def run(  # noqa: PLR0917 - FastAPI fills them by name
    request: Request,
    lang: str,
    slug: str,
    snippet: Annotated[str, Form()],
    device: Annotated[str, Form()] = "",
    view: Annotated[str, Query()] = "",
) -> Response:
    """Run a snippet of a note as its reader sees it.

    Streamed to htmx, else as the whole page when it has ended.
    """
    words, given = words_of(request, lang), services(request)
    note = note_of(given, slug)
    chosen = note.snippets.get(snippet)
    if chosen is None:
        raise Problem(404, N_("This note has no such snippet. Reload the page."))
    transcript = transcript_of(chosen, words.lang, explainer(given.library))
    asked = run_request(request, chosen, chosen.view(words.lang).code, device or default_device(chosen))
    scripted = "hx-request" in request.headers
    try:
        opened = await OpenRun.open(given.engine.run(asked))
    except RunRefused as error:
        return _refused(request, words, note, chosen, refusal(error), scripted=scripted, both=view == "both")
    if scripted:
        query = "view=both" if view == "both" else ""
        stream = PageStream(given, chosen, words, transcript, query)
        return LiveResponse(opened, stream.messages(opened))
    try:
        await until_disconnect(request.receive, _fill(given, transcript, opened))
    except Disconnected:
        return Response(status_code=499)
    card = make_card(
        chosen,
        words,
        given.engine,
        transcript=transcript,
        provenance=live_provenance(transcript, datetime.now(UTC)),
    )
    return note_page(request, words, note, both=view == "both", ran=card)


def run_request(request: Request, snippet: Snippet, code: str, device: str) -> RunRequest:
    """The engine's request for *snippet* shown as *code*."""
    return RunRequest(
        code=code,
        snippet=snippet.key,
        device=device,
        seed=snippet.seed,
        timeout_s=snippet.timeout,
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
    request: Request,
    words: Words,
    note: Note,
    snippet: Snippet,
    problem: Problem,
    *,
    scripted: bool,
    both: bool,
) -> Response:
    """The reason, at the snippet; what stood there stays."""
    _, detail = problem.in_words(words)
    given = services(request)
    card = make_card(snippet, words, given.engine, notice=detail)
    if scripted:
        notice = given.templates.partial(words.lang, "partials/refusal.html", card=card.id, notice=detail)
        response: Response = HTMLResponse(notice, problem.status_code)
    else:
        response = note_page(request, words, note, both=both, ran=card)
        response.status_code = problem.status_code
    response.headers.update(problem.headers or {})
    return response
