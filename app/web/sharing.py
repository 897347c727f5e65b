"""What every way of sharing has in common: what may be shared, which result goes with it, and what is said if not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from app.notes.models import Device, Lang, Snippet
from app.notes.programs import program
from app.shares.models import Content, Share, ShareRefused
from app.web.bodies import too_large
from app.web.cards import Card, Provenance, make_card, transcript_of
from app.web.errors import respond
from app.web.explain import explainer
from app.web.language import N_, Words
from app.web.problem import TITLES, Problem
from app.web.runs import client_of
from app.web.services import Services, services
from app.web.transcript import variables

SHARED: Final = "p"
"""In the place of a note's slug; with it begin the ids of a shared program's elements."""

NO_CODE: Final = N_("There is no code to share. Type some, then share it.")
REFUSALS: Final[Mapping[str, tuple[int, str, str]]] = {
    "invalid": (422, TITLES[422], N_("This can't be shared as asked: %(reason)s")),
    "empty": (422, TITLES[422], NO_CODE),
    "too_many": (
        429,
        N_("Too many shares"),
        N_("You have made as many links as one reader may in an hour. Try again in %(minutes)s min."),
    ),
    "full": (507, TITLES[507], N_("The place for shared programs is full. Tell whoever runs this service.")),
    "unavailable": (
        503,
        N_("Not now"),
        N_("Shared programs can't be reached at the moment. Try again in a few seconds."),
    ),
}


async def share(request: Request, content: Content, lang: Lang, run_id: str = "") -> Share:
    """The share of *content*, with what the run of that id computed if it was a run of it. Raises ShareRefused."""
    given = services(request)
    if len(content.code.encode()) > given.settings.code_bytes:
        raise too_large(given.settings.code_bytes)
    result = await given.recent.result(run_id, content, _devices(given)) if run_id else None
    return await given.shares.create(content, lang=lang, client=client_of(request), result=result)


async def share_of(given: Services, share_id: str) -> Share:
    """The share of that id. Raises a 404 Problem, or ShareRefused."""
    found = await given.shares.get(share_id)
    if found is None:
        raise Problem(404, N_("There is no shared program at this address. It may have been deleted."))
    return found


async def on_refusal(request: Request, error: Exception) -> Response:
    """A ShareRefused, as the client reads it."""
    assert isinstance(error, ShareRefused)  # noqa: S101 - how it is registered
    return respond(request, refusal(error))


def refusal(error: ShareRefused) -> Problem:
    """The Problem of a share that wasn't taken."""
    status, title, detail = REFUSALS[error.reason]
    values: dict[str, Any] = {"reason": error.message} if "%(reason)s" in detail else {}
    if "%(minutes)s" in detail:
        values = {"minutes": -(-(error.retry_after_s or 60) // 60)}
    kind = "invalid" if status == REFUSALS["invalid"][0] else f"shares_{error.reason}"
    return Problem(status, detail, title=title, kind=kind, retry_after_s=error.retry_after_s, **values)


def shared_snippet(found: Share, words: Words) -> Snippet:
    """*found* as something that a card can show."""
    title = title_of(found, words)
    shown = program(found.content.code)
    device: Device = "cuda" if found.content.device.startswith("cuda") else "cpu"
    return replace(
        shown, note=SHARED, name=found.id, path=Path(f"{found.id}.py"), title={"en": title, "zh": title},
        device=device, seed=found.content.seed, torch=found.content.runtime or None,
    )  # fmt: skip


def title_of(found: Share, words: Words) -> str:
    """What its author called it, or else that it has no name."""
    return found.content.title or words("Untitled program")


def stored_card(found: Share, words: Words, given: Services) -> Card:
    """The card of *found* before it has been run here: with its stored result, as stored."""
    snippet = shared_snippet(found, words)
    stored = found.result
    if stored is None:
        return make_card(snippet, words, given.engine)
    transcript = transcript_of(snippet, words.lang, explainer(given.library))
    for event in stored.result.get("events") or []:
        transcript.apply(event)
    transcript.variables = variables(stored.result.get("variables") or [])
    provenance = Provenance("recorded", stored.torch, stored.device_name or stored.device, stored.date)
    return make_card(snippet, words, given.engine, transcript=transcript, provenance=provenance)


def origin_of(given: Services) -> str:
    """The origin that readers see, as the operator said; else this machine's own address."""
    return given.settings.public_url.rstrip("/") or f"http://localhost:{given.settings.port}"


def address_of(given: Services, path: str) -> str:
    """*path* as an absolute address where the public one is known."""
    return given.settings.public_url.rstrip("/") + path


def _devices(given: Services) -> dict[str, str]:
    """What the devices of this machine are called."""
    named = given.engine.describe().get("devices") or []
    return {str(one["device"]): str(one.get("name") or "") for one in named if isinstance(one, Mapping)}
