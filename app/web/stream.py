"""A run as server-sent events: HTML pieces for the page that asked, JSON events for a program that did."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from fastapi.sse import format_sse_event
from markupsafe import Markup

from app.notes.models import Snippet
from app.runs.models import Event
from app.web.cards import Card, line_of, live_provenance, make_card
from app.web.language import Words
from app.web.live import OpenRun, batches
from app.web.outputs import TerminalBlock
from app.web.services import Services
from app.web.transcript import Transcript

TEMPLATE = "partials/snippet.html"
KEEP_ALIVE = format_sse_event(comment="still running")


class PageStream:
    """Turns what a run does into the changes of its snippet's card."""

    def __init__(self, given: Services, snippet: Snippet, words: Words, transcript: Transcript, query: str) -> None:
        self._given = given
        self._snippet = snippet
        self._words = words
        self._run = transcript
        self._query = query
        self._opened = False

    async def messages(self, run: OpenRun) -> AsyncGenerator[bytes, None]:
        """SSE messages of HTML until the run has ended; closing it cancels the run."""
        groups = batches(run)
        try:
            async for group in groups:
                yield self.message(group) if group else KEEP_ALIVE
        finally:
            await groups.aclose()

    def message(self, group: list[Event]) -> bytes:
        """One message: what *group* changes on the page."""
        for event in group:
            self._run.apply(event.as_dict())
            count_ending(self._given, event)
        html = self._changes() if self._opened else self._opening()
        self._opened = True
        return format_sse_event(data_str=str(html))

    def _card(self) -> Card:
        provenance = live_provenance(self._run, datetime.now(UTC))
        return make_card(
            self._snippet, self._words, self._given.engine, transcript=self._run, provenance=provenance,
            query=self._query,
        )  # fmt: skip

    def _opening(self) -> Markup:
        """Everything as it is now, in place of whatever an earlier run left."""
        self._run.take_changes()
        card = self._card()
        names = ("controls", "stamp", "sheet", "foot", "status", "notice")
        return Markup("").join(self._part(f"{card.id}-{name}", "innerHTML", name, s=card) for name in names)

    def _changes(self) -> Markup:
        changes = self._run.take_changes()
        parts: list[Markup] = []
        for terminal, first in changes.grown:
            parts += self._grown(terminal, first)
        prefix = self._run.prefix
        for slot, block in changes.appended:
            parts.append(self._part(f"{prefix}-o{slot}", "beforeend", "output", block=block))
        for number in {*changes.marks, *filter(None, [changes.bad_line])}:
            line = line_of(self._snippet.view(self._words.lang), self._run, number)
            parts.append(self._part(f"{prefix}-L{number}", "outerHTML", "line", line=line, sid=prefix))
        if changes.queued or changes.started or changes.ended:
            card = self._card()
            names = ("controls", "stamp", "foot", "status") if changes.ended else ("foot", "status")
            parts += [self._part(f"{prefix}-{name}", "innerHTML", name, s=card) for name in names]
        return Markup("").join(parts)

    def _grown(self, block: TerminalBlock, first: int) -> list[Markup]:
        """The piece that was last, again, and the pieces that are new."""
        return [
            _partial(
                f"{block.id}-{first}" if index == first else block.id,
                "outerHTML" if index == first else "beforeend",
                self._given.templates.partial(self._words.lang, "partials/piece.html", block=block, index=index),
            )
            for index in range(first, len(block.pieces))
        ]

    def _part(self, target: str, swap: str, part: str, /, **context: object) -> Markup:
        return _partial(target, swap, self._given.templates.block(self._words.lang, TEMPLATE, part, context))


def _partial(target: str, swap: str, html: Markup) -> Markup:
    return Markup('<hx-partial hx-target="#{}" hx-swap="{}">{}</hx-partial>').format(target, swap, html)


async def json_messages(given: Services, run: OpenRun) -> AsyncGenerator[bytes, None]:
    """The events of *run* for a program: event = kind, id = seq, data = JSON; closing it cancels the run."""
    groups = batches(run, window_s=0)
    try:
        async for group in groups:
            for event in group:
                count_ending(given, event)
                data = json.dumps(event.as_dict(), ensure_ascii=False, separators=(",", ":"))
                yield format_sse_event(data_str=data, event=event.kind, id=str(event.seq))
            if not group:
                yield KEEP_ALIVE
    finally:
        await groups.aclose()


def count_ending(given: Services, event: Event) -> None:
    """Count a run whose ending this event is."""
    if event.kind == "done":
        given.metrics.runs.labels(str(event.data.get("status"))).inc()
        given.metrics.run_seconds.observe(float(event.data.get("wall_ms") or 0) / 1000)
