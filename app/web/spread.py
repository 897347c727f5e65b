"""Running it several times: whether it comes out the same, with the same seed and with others."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from fastapi import APIRouter, Request
from fastapi.sse import format_sse_event
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.responses import Response

from app.notes.models import Snippet
from app.notes.programs import PLAYGROUND, edited, program
from app.runs.engine import collect
from app.runs.models import Event, RunRefused, RunRequest
from app.web.agreement import Output, Row, compare, outputs
from app.web.asked import Choices, read_choices
from app.web.cards import card_id
from app.web.endings import label
from app.web.language import N_, Words
from app.web.live import Disconnected, LiveResponse, OpenRun, until_disconnect
from app.web.pages import words_of
from app.web.playground import named, playground_page
from app.web.problem import Problem, refusal
from app.web.runs import program_request, run_request
from app.web.services import Services, services
from app.web.stream import count_ending

router = APIRouter(include_in_schema=False)

TIMES = 5
MOST_TIMES = 10
SEEDS = 2**31


@dataclass(slots=True)
class Spreading:
    """``partials/spread.html``: the runs so far and what they come to."""

    id: str
    lines: tuple[str, ...]
    """The code, to name a line by."""
    times: int
    seed: int
    """What the runs with one seed have."""
    done: int = 0
    rows: list[Row] = field(default_factory=list)
    notice: str = ""
    ended: bool = False

    @property
    def differ(self) -> tuple[int, int]:
        """Outputs that differ: with one seed, with others."""
        one, others = (sum(not row.groups[side].agree for row in self.rows) for side in (0, 1))
        return one, others

    @property
    def total(self) -> int:
        """Runs to be made: the first counts on both sides."""
        return 2 * self.times - 1

    def source(self, line: int) -> str:
        """A line of the code."""
        return self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""


@router.post("/{lang}/playground/spread")
async def spread(request: Request, lang: str) -> Response:
    """Run it several times with one seed and as often with others: streamed to htmx, else a whole page."""
    words, given = words_of(request, lang), services(request)
    form = await request.form()
    choices = read_choices(form, given.settings)
    snippet, asked = await _asked(request, given, words, form, choices)
    seed = random.randrange(SEEDS) if asked.seed is None else asked.seed  # noqa: S311 - no secret
    asked = replace(asked, seed=seed, looks=())
    code = snippet.view(words.lang).code
    state = Spreading(card_id(snippet), tuple(code.split("\n")), _times(form), seed)
    opened = await OpenRun.open(given.engine.run(asked))
    steps = _steps(given, words, state, asked, opened)
    if "hx-request" in request.headers:
        return LiveResponse(opened, _messages(given, words, state, steps))
    try:
        await until_disconnect(request.receive, _exhaust(steps))
    except Disconnected:
        return Response(status_code=499)
    finally:
        await opened.aclose()
    return playground_page(request, words, code, choices, spread=state)


async def _asked(
    request: Request, given: Services, words: Words, form: FormData, choices: Choices
) -> tuple[Snippet, RunRequest]:
    """What is to be run, and how: a note's snippet, that snippet as its reader has changed it, or a program."""
    key = str(form.get("key") or "")
    known = await named(given, words, key) if key and not key.startswith(f"{PLAYGROUND}/") else None
    if choices.code:
        shown = edited(known, choices.code) if known else program(choices.code)
        return shown, program_request(request, choices, known)
    if known is None or known.note not in given.library.pages:
        raise Problem(422, N_("There is no code to run. Type some first."), kind="invalid")
    return known, run_request(request, known, known.view(words.lang).code, choices)


def _times(form: FormData) -> int:
    text = str(form.get("times") or "")
    return max(2, min(int(text), MOST_TIMES)) if text.isdecimal() and len(text) < len("1000") else TIMES


async def _steps(
    given: Services, words: Words, state: Spreading, asked: RunRequest, first: OpenRun
) -> AsyncGenerator[None, None]:
    """Fill *state* run by run: the first counts on both sides."""
    one: list[list[Output]] = []
    others: list[list[Output]] = []
    yield
    for number in range(state.total):
        same = number < state.times
        seed = state.seed if same else random.randrange(SEEDS)  # noqa: S311 - no secret
        try:
            run = first if number == 0 else await OpenRun.open(given.engine.run(replace(asked, seed=seed)))
        except RunRefused as error:
            state.notice = refusal(error).in_words(words)[1]
            break
        async with aclosing(run):
            result = await collect(run)
        count_ending(given, Event("done", 0, 0, None, {"status": result.status, "wall_ms": result.wall_ms}))
        shown = outputs(result.events)
        if same:
            one.append(shown)
        if not same or number == 0:
            others.append(shown)
        state.done += 1
        state.rows = compare([one, others])
        if result.status not in {"ok", "error"}:
            state.notice = words("A run ended early: %(how)s. There are no more.", how=label(words, result.status))
            break
        yield
    state.ended = True
    yield


async def _exhaust(steps: AsyncGenerator[None, None]) -> None:
    async with aclosing(steps):
        async for _ in steps:
            pass


async def _messages(
    given: Services, words: Words, state: Spreading, steps: AsyncGenerator[None, None]
) -> AsyncGenerator[bytes, None]:
    """The whole comparison after each run."""
    async with aclosing(steps):
        async for _ in steps:
            html = given.templates.partial(words.lang, "partials/spread.html", spread=state)
            partial = Markup('<hx-partial hx-target="#{}-spread" hx-swap="innerHTML">{}</hx-partial>')
            yield format_sse_event(data_str=str(partial.format(state.id, html)))
