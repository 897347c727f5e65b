"""One program on two torch versions or devices at once: two columns, and the lines that differ."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.models import Note, Snippet
from app.notes.programs import PLAYGROUND, program
from app.runs.models import RunRefused, RunRequest
from app.web.asked import Choices, read_choices
from app.web.cards import Foot, default_device, foot, transcript_of
from app.web.explain import explainer
from app.web.language import N_, Words
from app.web.live import Disconnected, until_disconnect
from app.web.pages import Page, html, make_page, words_of
from app.web.places import Place, places_of
from app.web.playground import GREETING, named
from app.web.problem import refusal
from app.web.runs import program_request, run_request
from app.web.services import Services, services
from app.web.side_by_side import Step, count_differences, steps
from app.web.stream import count_ending
from app.web.transcript import Transcript

router = APIRouter(include_in_schema=False)

DESCRIPTION = N_("One program, two torch versions or devices, with the lines that differ marked.")
_SEEDS = 2**31


@dataclass(frozen=True, slots=True)
class Side:
    """One column: where it ran and how that ended, or why it could not."""

    place: Place
    foot: Foot | None
    refusal: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both runs."""

    left: Side
    right: Side
    steps: tuple[Step, ...]
    differences: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """``pages/compare.html``."""

    page: Page
    code: str
    snippet: str
    """Key of the snippet that the program is, or empty."""
    source: Note | None
    places: tuple[Place, ...]
    left: str
    right: str
    seed: str
    compared: Comparison | None


@router.get("/{lang}/playground/compare")
async def compare_form(
    request: Request,
    lang: str,
    snippet: Annotated[str, Query()] = "",
    left: Annotated[str, Query()] = "",
    right: Annotated[str, Query()] = "",
) -> Response:
    """The program and the two places to choose. Nothing runs by itself."""
    words, given = words_of(request, lang), services(request)
    opened = await named(given, words, snippet) if snippet else None
    code = opened.view(words.lang).code if opened else GREETING[words.lang]
    return _page(request, words, code, opened, (left, right), "" if opened is None else str(opened.seed or ""))


@router.post("/{lang}/playground/compare")
async def compare(request: Request, lang: str, snippet: Annotated[str, Query()] = "") -> Response:
    """Run it on both, at the same time and with the same seed. Any card's form may be sent here, too."""
    words, given = words_of(request, lang), services(request)
    form = await request.form()
    choices = read_choices(form, given.settings)
    named_by = form.get("snippet")
    # A card's form names its snippet in its own way, and its address the whole key.
    key = named_by if isinstance(named_by, str) and "/" in named_by else snippet
    opened = await named(given, words, key) if key and not key.startswith(f"{PLAYGROUND}/") else None
    if opened and not choices.code:
        choices = replace(choices, code=opened.view(words.lang).code)
    here = f"{choices.runtime}@{choices.device or 'cpu'}" if choices.runtime else ""
    sides = (str(form.get("left") or here), str(form.get("right") or ""))
    if choices.seed is None:
        own = opened.seed if opened else None
        choices = replace(choices, seed=secrets.randbelow(_SEEDS) if own is None else own)
    try:
        compared = await until_disconnect(request.receive, _compare(request, words, choices, opened, sides))
    except Disconnected:
        return Response(status_code=499)
    return _page(request, words, choices.code, opened, sides, str(choices.seed), compared)


def chosen(places: tuple[Place, ...], wanted: tuple[str, str], device: str = "") -> tuple[Place, Place]:
    """The places that *wanted* means; where it means none, two that differ as far as there are two."""
    by_value = {place.value: place for place in places}
    by_value |= {f"{place.runtime.short}@{place.device}": place for place in reversed(places)}
    left = by_value.get(wanted[0]) or next((place for place in places if place.device == device), places[0])
    others = [place for place in places if place != left]
    # Another torch on the same device says more than another device with the same torch.
    others.sort(key=lambda place: (place.device != left.device, place.runtime == left.runtime))
    right = by_value.get(wanted[1]) or (others[0] if others else left)
    return left, right


def _page(  # noqa: PLR0917 - what the form holds
    request: Request,
    words: Words,
    code: str,
    opened: Snippet | None,
    wanted: tuple[str, str],
    seed: str,
    compared: Comparison | None = None,
) -> Response:
    given = services(request)
    places = places_of(given.engine)
    left, right = chosen(places, wanted, default_device(opened) if opened else "")
    context = ComparePage(
        page=make_page(request, words("Compare"), words(DESCRIPTION), path=f"/{words.lang}/playground/compare"),
        code=code,
        snippet=opened.key if opened else "",
        source=given.library.pages.get(opened.note) if opened else None,
        places=places,
        left=left.value,
        right=right.value,
        seed=seed,
        compared=compared,
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/compare.html", context))


async def _compare(
    request: Request, words: Words, choices: Choices, opened: Snippet | None, wanted: tuple[str, str]
) -> Comparison:
    given = services(request)
    # A note's own code runs as that, with what its author asked for; everything else is a stranger's.
    of_a_note = opened is not None and opened.note in given.library.pages
    own = of_a_note and opened is not None and opened.view(words.lang).code == choices.code
    shown = opened if opened is not None and own else program(choices.code)
    left, right = chosen(places_of(given.engine), wanted, default_device(opened) if opened else "")
    ran = await asyncio.gather(
        *(_run(given, words, shown, place, _asked(request, shown, choices, place, own=own)) for place in (left, right))
    )
    (one, first), (other, second) = ran
    compared = steps(shown.view(words.lang), words, first, second)
    return Comparison(one, other, compared, count_differences(compared), choices.seed or 0)


def _asked(request: Request, shown: Snippet, choices: Choices, place: Place, *, own: bool) -> RunRequest:
    here = replace(choices, device=place.device, runtime=place.runtime.name)
    return run_request(request, shown, choices.code, here) if own else program_request(request, here)


async def _run(
    given: Services, words: Words, shown: Snippet, place: Place, asked: RunRequest
) -> tuple[Side, Transcript]:
    transcript = transcript_of(shown, words.lang, explainer(given.library))
    try:
        async for event in given.run(asked):
            transcript.apply(event.as_dict())
            count_ending(given, event)
    except RunRefused as error:
        return Side(place, None, refusal(error).in_words(words)[1]), transcript
    return Side(place, foot(words, transcript, shown.raises), ""), transcript
