"""One run's state: the events so far, what may still come, and its one ending."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

from app.runs import intake
from app.runs.endings import Ending
from app.runs.looks_intake import MAX_WEIGHT
from app.runs.models import Event, RunRequest
from app.sandbox.protocol import LOOKS, EventKind
from app.settings import Settings

COALESCE_S = 0.012
"""How long a piece of text may wait for the next one of the same line: one print is one event."""

REPORTS = {"error": 8, "variables": 1}
"""How often an honest child sends what is sent at the end: the program, the figures and the hooks may each fail."""
PATIENCE = 8
"""Bytes of figures and values that are read and left out before the run is ended, in multiples of the limit."""
FRAMES_PER_EVENT = 50
"""Frames beyond the text and the statements of a program that are still believed to be a program's."""

CLOSED = "closed"
"""Reason of an ending that is not yet understood: the child closed its channel."""


class Run:
    """Collects events from a child and from the engine, in order, and lets one reader follow them."""

    def __init__(self, run_id: str, request: RunRequest, settings: Settings) -> None:
        self.id = run_id
        self.request = request
        self.ending: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self.finished = False
        self.line: int | None = None
        self.heard = False
        """Whether the child has said anything since it was given the program."""
        self.cpu_ms: float | None = None
        self.cpu_seen_ms = 0.0
        self.peak_bytes = 0
        self.seed = _seed(request)
        self._settings = settings
        self._accepted = time.monotonic()
        self._events: list[Event] = []
        self._changed = asyncio.Event()
        self._text: tuple[EventKind, int | None, list[str]] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._output_left = settings.output_bytes
        self._rich_left = settings.figure_bytes
        self._texts = self._riches = 0
        self._reports: dict[str, int] = REPORTS | {str(look): 1 for look in request.looks}
        self._frames_left = settings.output_bytes + len(request.code) + FRAMES_PER_EVENT * settings.events
        self._truncated: set[str] = set()

    # -- for the engine ----------------------------------------------------------------------------------------

    def elapsed_ms(self) -> float:
        """Milliseconds since the request was accepted."""
        return round(1000 * (time.monotonic() - self._accepted), 3)

    def emit(self, kind: EventKind, line: int | None = None, **data: Any) -> None:
        """Append an event."""
        self._flush()
        self._append(kind, line, data)

    def used(self, *, cpu_ms: float, memory_bytes: int) -> None:
        """What was seen from outside that the whole family has used."""
        self.cpu_seen_ms = max(self.cpu_seen_ms, cpu_ms)
        self.peak_bytes = max(self.peak_bytes, memory_bytes)

    def end(self, ending: Ending) -> None:
        """Decide how the run ends. The first call counts; later ones do nothing."""
        if not self.ending.done():
            self.ending.set_result(ending)

    def finish(self, ending: Ending, *, queued_ms: float, wall_ms: float) -> None:
        """Append ``done``. Nothing follows it."""
        if self.finished:
            return
        self.emit(
            "done",
            self.line,
            status=ending.status,
            reason=ending.reason,
            limit=ending.limit,
            message=ending.message,
            queued_ms=round(queued_ms, 3),
            wall_ms=round(wall_ms, 3),
            cpu_ms=round(max(self.cpu_ms or 0.0, self.cpu_seen_ms), 3),
            peak_memory_bytes=int(self.peak_bytes),
        )
        self.finished = True
        self._changed.set()

    async def follow(self) -> AsyncIterator[Event]:
        """The events from the first one on, as they come, until ``done``."""
        seen = 0
        while True:
            while seen < len(self._events):
                seen += 1
                yield self._events[seen - 1]
            if self.finished:
                return
            self._changed.clear()
            await self._changed.wait()

    # -- from the child ----------------------------------------------------------------------------------------

    def take(self, frame: dict[str, Any]) -> None:
        """A frame from the child, as untrusted as the program that runs in it."""
        if self.ending.done():
            return
        self.heard = True
        self._frames_left -= 1
        if self._frames_left < 0:
            # Frames that say nothing cost the service as much as those that do.
            self.end(Ending("output", "events", self._settings.events))
            return
        kind, line = frame["kind"], intake.line_of(frame)
        if kind == "statement":
            self.line = line or self.line
        elif kind in {"stdout", "stderr"}:
            self._write(kind, line or self.line, frame.get("text"))
        elif kind == "done":
            self._child_done(frame)
        elif kind == "truncated":
            self._truncate("variables", intake.MAX_VARIABLES)
        else:
            data = None if kind in LOOKS and kind not in self.request.looks else intake.data_of(frame)
            if data is not None and kind in LOOKS and intake.weight(data) > MAX_WEIGHT:
                self._truncate("looks", MAX_WEIGHT)
            elif data is not None:
                self._rich(kind, line, data)

    def child_closed(self) -> None:
        """The child's channel is at its end: it died, and how is still to be found out."""
        self.end(Ending("crashed", CLOSED))

    def reopen(self) -> None:
        """Forget that the child died: nothing had begun, and another one gets the program."""
        self.ending = asyncio.get_running_loop().create_future()

    def _write(self, kind: EventKind, line: int | None, text: object) -> None:
        if not isinstance(text, str) or not text:
            return
        size = len(text.encode("utf-8", "replace"))
        over = size > self._output_left
        if over:
            text = text.encode("utf-8", "replace")[: self._output_left].decode("utf-8", "ignore")
        self._output_left -= size
        self._add_text(kind, line, text)
        if over:
            self._truncate("output", self._settings.output_bytes)
            self.end(Ending("output", "output", self._settings.output_bytes))

    def _add_text(self, kind: EventKind, line: int | None, text: str) -> None:
        pending = self._text
        crowded = self._texts > self._settings.events
        if pending is not None and pending[0] == kind and (pending[1] == line or crowded):
            pending[2].append(text)
        else:
            self._flush()
            self._text = (kind, line, [text])
            self._texts += 1
            if self._texts > 2 * self._settings.events:
                self.end(Ending("output", "events", self._settings.events))
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(COALESCE_S, self._flush)

    def _rich(self, kind: EventKind, line: int | None, data: dict[str, Any]) -> None:
        """A value, a figure, an assertion, an error or the variables; beyond the limits they are left out."""
        if kind in self._reports:
            self._reports[kind] -= 1
            if self._reports[kind] >= 0:
                self.emit(kind, line, **data)
            return
        self._riches += 1
        self._rich_left -= intake.weight(data)
        if self._rich_left < 0:
            self._truncate("figures", self._settings.figure_bytes)
        elif self._riches > self._settings.events:
            self._truncate("events", self._settings.events)
        else:
            self.emit(kind, line, **data)
        if self._riches > 2 * self._settings.events or self._rich_left < -PATIENCE * self._settings.figure_bytes:
            self.end(Ending("output", "events", self._settings.events))

    def _child_done(self, frame: dict[str, Any]) -> None:
        try:
            self.cpu_ms = intake.number(frame["cpu_ms"])
            self.peak_bytes = max(self.peak_bytes, int(intake.number(frame["peak_memory_bytes"])))
        except (KeyError, ValueError):
            pass
        match frame.get("status"):
            case "ok":
                self.end(Ending("ok"))
            case "memory":
                self.end(Ending("memory", "memory", self._settings.memory_bytes))
            case "disk":
                self.end(Ending("disk", "disk", self._settings.disk_bytes))
            case "files":
                self.end(Ending("disk", "files", self._settings.disk_files))
            case "processes":
                self.end(Ending("error", "processes", self._settings.processes))
            case _:
                self.end(Ending("error"))

    # -- events ------------------------------------------------------------------------------------------------

    def _truncate(self, what: str, limit: int) -> None:
        if what not in self._truncated:
            self._truncated.add(what)
            self.emit("truncated", self.line, what=what, limit=limit)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._text is not None:
            kind, line, parts = self._text
            self._text = None
            self._append(kind, line, {"text": "".join(parts)})

    def _append(self, kind: EventKind, line: int | None, data: dict[str, Any]) -> None:
        if self.finished:
            return
        self._events.append(Event(kind, len(self._events), self.elapsed_ms(), line, data))
        self._changed.set()


def _seed(request: RunRequest) -> int:
    """A note's outputs are the same for every reader; a stranger's program is seeded anew, visibly."""
    if request.seed is not None:
        return request.seed
    return 0 if request.snippet is not None else secrets.randbelow(2**31)
