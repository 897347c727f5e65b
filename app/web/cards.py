"""A snippet as the page shows it.

Code in segments, each followed by what its statement made, and how the run went.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from math import ceil
from typing import Any, Literal

from markupsafe import Markup, escape

from app.notes.highlight import code_lines
from app.notes.models import Lang, Snippet, SnippetView
from app.notes.programs import PLAYGROUND
from app.proofs import recordings
from app.proofs.check import is_kind_of
from app.runs.engine import Engine
from app.web.endings import duration, sentence, size
from app.web.inside import Inside, inside
from app.web.language import Words
from app.web.outputs import Block
from app.web.places import RuntimeFacts, choice_of_runtimes, places_for
from app.web.transcript import Explain, Transcript, Variable, variables

State = Literal["idle", "waiting", "running", "done"]
LONG = 8_000
"""Characters of a program above which it isn't coloured."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of code.

    Its number in the view, its HTML, and the mark beside it (``open pass fail`` or empty).
    """

    number: int
    html: Markup
    mark: str
    bad: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines up to the end of a statement, and what it showed."""

    index: int
    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a shown result comes from."""

    kind: Literal["live", "recorded"]
    torch: str
    device: str
    when: str
    """ISO 8601, or empty for just now."""

    @property
    def day(self) -> str:
        """The date alone."""
        return self.when[:10]


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands under a run that has ended."""

    status: str
    sentence: str
    expected: bool
    """Whether it ended with the exception that the snippet is there to show."""
    wall: str
    cpu: str
    memory: str
    queued: str
    seed: str
    runtime: str
    variables: tuple[Variable, ...]
    inside: Inside | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Everything that the snippet template draws."""

    id: str
    key: str
    slug: str
    name: str
    title: str
    device: str
    devices: tuple[str, ...]
    """Devices between which the reader may choose; empty where there is no choice."""
    runtimes: tuple[RuntimeFacts, ...]
    """Torch versions between which the reader may choose; empty where there is no choice."""
    runtime: str
    """The one that the shown run was on, or empty."""
    comparable: bool
    """Whether there are two places to run it on and compare."""
    action: str
    segments: tuple[Segment, ...]
    checks: int
    state: State = "idle"
    waiting: str = ""
    """Its place in the queue, in words."""
    run_id: str = ""
    provenance: Provenance | None = None
    foot: Foot | None = None
    notice: str = ""
    why_not: str = ""
    """Why it can't be run here, or empty."""
    free: bool = False
    """Whether the reader chooses everything: the playground's card."""
    related: Mapping[str, str] = field(default_factory=dict)
    """Titles of notes, by slug, for the errors that point to them."""


def card_id(snippet: Snippet) -> str:
    """The id of the snippet's element, and its fragment in addresses."""
    return snippet.anchor


def devices_of(engine: Engine) -> tuple[str, ...]:
    """Names of the devices that this engine runs on (``cpu``, ``cuda``), the processor first."""
    names = []
    for device in engine.describe().get("devices") or ["cpu"]:
        name = device if isinstance(device, str) else str(device.get("device") or device.get("name"))
        names.append(name.split(":")[0])
    return tuple(dict.fromkeys(names))


def default_device(snippet: Snippet) -> str:
    """Where the snippet runs unless the reader says otherwise."""
    return "cpu" if snippet.device in ("any", "cpu") else "cuda"


def transcript_of(snippet: Snippet, lang: Lang, explain: Explain, *, file_lines: bool = False) -> Transcript:
    """An empty transcript for a run of *snippet* as a reader of *lang* sees it."""

    def elsewhere(kind: str, message: str) -> str | None:
        note = explain(kind, message)
        return None if note == snippet.note else note  # its own reader has the explanation at hand

    return Transcript(card_id(snippet), snippet.view(lang), file_lines=file_lines, explain=elsewhere)


def make_card(
    snippet: Snippet,
    words: Words,
    engine: Engine,
    *,
    transcript: Transcript | None = None,
    provenance: Provenance | None = None,
    query: str = "",
    notice: str = "",
) -> Card:
    """The card of *snippet*, with the run of *transcript* in it if there is one."""
    lang = words.lang
    view = snippet.view(lang)
    here = devices_of(engine)
    offered = here if snippet.device == "any" and len(here) > 1 else ()
    why_not = "" if default_device(snippet) in here else words("This machine has no GPU, so it can't be run here.")
    run = transcript or Transcript(card_id(snippet), view)
    done = run.done
    return Card(
        id=card_id(snippet),
        key=snippet.key,
        slug=snippet.note,
        name=snippet.name,
        title=snippet.title[lang],
        device=snippet.device,
        devices=offered,
        runtimes=choice_of_runtimes(engine),
        runtime=str(run.started.get("runtime") or ""),
        comparable=len(places_for(engine, snippet.device)) > 1,
        action=_action(snippet, lang) + (f"?{query}" if query else ""),
        segments=segments(view, run),
        checks=sum(statement.is_assert for statement in view.statements),
        state=_state(transcript),
        waiting=place(words, run.queued),
        run_id=run.run_id,
        provenance=provenance,
        foot=foot(words, run, snippet.raises) if done else None,
        notice=notice,
        why_not=why_not,
        free=snippet.note == PLAYGROUND,
    )


def _action(snippet: Snippet, lang: Lang) -> str:
    """Where its Run posts to."""
    return f"/{lang}/playground" if snippet.note == PLAYGROUND else f"/{lang}/notes/{snippet.note}/runs"


def recorded_card(snippet: Snippet, words: Words, engine: Engine, explain: Explain, query: str = "") -> Card:
    """The card of *snippet* before it has been run: with its recorded result, if there is one."""
    device = default_device(snippet)
    recording = recordings.load(snippet, device) or recordings.load(snippet, snippet.device)
    if recording is None:
        return make_card(snippet, words, engine, query=query)
    transcript = transcript_of(snippet, words.lang, explain, file_lines=True)
    for event in recording.result.get("events") or []:
        transcript.apply(event)
    transcript.variables = variables(recording.result.get("variables") or [])
    provenance = Provenance("recorded", recording.torch, recording.device_name or recording.device, recording.date)
    return make_card(snippet, words, engine, transcript=transcript, provenance=provenance, query=query)


def live_provenance(transcript: Transcript, now: datetime) -> Provenance | None:
    """Where the result of a run that has just been made comes from; None before it started."""
    started = transcript.started
    if not started:
        return None
    return Provenance("live", str(started.get("runtime", "")), str(started.get("device", "")), now.isoformat())


def segments(view: SnippetView, run: Transcript) -> tuple[Segment, ...]:
    """The code of *view* cut after each statement, with what *run* has shown so far."""
    html = _highlighted(view.code)
    asserts = {statement.start for statement in view.statements if statement.is_assert}
    cut: list[Segment] = []
    start = 1
    last = len(run.ends) - 1
    for index, end in enumerate(run.ends):
        stop = len(html) if index == last else end
        lines = tuple(
            Line(number, html[number - 1], mark_of(run, asserts, number), run.bad_line == number)
            for number in range(start, stop + 1)
        )
        cut.append(Segment(index, lines, tuple(run.slots[index])))
        start = stop + 1
    return tuple(cut)


def line_of(view: SnippetView, run: Transcript, number: int) -> Line:
    """One line again, with its mark as it is now."""
    asserts = {statement.start for statement in view.statements if statement.is_assert}
    html = _highlighted(view.code)[number - 1]
    return Line(number, html, mark_of(run, asserts, number), run.bad_line == number)


def mark_of(run: Transcript, asserts: set[int], number: int) -> str:
    """The mark beside line *number*: of an assert that hasn't been reached it's ``open``."""
    return run.marks.get(number, "open") if number in asserts else ""


def place(words: Words, queued: Mapping[str, Any]) -> str:
    """The place in the queue that a ``queued`` event tells, and how long it is likely to take."""
    ahead, seconds = int(queued.get("position") or 0), ceil(float(queued.get("expected_wait_ms") or 0) / 1000)
    if not ahead and not seconds:
        return words("Starting")
    if not ahead:
        return words("Waiting: yours is next, in about %(seconds)s s", seconds=seconds)
    return words("Waiting: %(ahead)s ahead of yours, about %(seconds)s s", ahead=ahead, seconds=seconds)


def foot(words: Words, run: Transcript, raises: str | None = None) -> Foot:
    """What stands under *run*, which has ended; *raises* is the exception that it is there to show."""
    done, started = run.done, run.started
    expected = raises is not None and done.get("status") == "error" and is_kind_of(run.raised, raises)
    return Foot(
        status=str(done.get("status", "crashed")),
        sentence=words("That is what this snippet is there to show.") if expected else sentence(words, done),
        expected=expected,
        wall=_time(done, "wall_ms"),
        cpu=_time(done, "cpu_ms"),
        memory=size(float(done.get("peak_memory_bytes") or 0)),
        queued=_time(done, "queued_ms"),
        seed=str(started.get("seed", "")),
        runtime=str(started.get("runtime", "")),
        variables=run.variables,
        inside=inside(run.looks),
    )


def _time(done: Mapping[str, Any], name: str) -> str:
    return duration(float(done.get(name) or 0))


def _state(run: Transcript | None) -> State:
    if run is None:
        return "idle"
    if run.done:
        return "done"
    return "running" if run.started else "waiting"


def _highlighted(code: str) -> tuple[Markup, ...]:
    """One line of HTML per line; of a very long program, as it is: the highlighter's patterns can be slow."""
    return _coloured(code) if len(code) <= LONG else tuple(escape(line) for line in code.removesuffix("\n").split("\n"))


@lru_cache(maxsize=512)
def _coloured(code: str) -> tuple[Markup, ...]:
    return tuple(Markup(line) for line in code_lines(code))  # noqa: S704 - the highlighter escapes
