"""An engine without processes: it plays a script of events, so that the web layer can be tested by itself."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from app.runs.models import Capacity, RunRefused, RunRequest
from app.sandbox.protocol import Event, EventKind

Step = tuple[str, int | None, dict[str, Any]] | float
"""An event (kind, line, data), or seconds to wait before the next."""
Script = Callable[[RunRequest], Iterable[Step]]

DONE: dict[str, Any] = {
    "status": "ok", "message": "It ran to its end.", "reason": "", "limit": None, "queued_ms": 0.4,
    "wall_ms": 12.0, "cpu_ms": 10.0, "peak_memory_bytes": 3_400_000, "line": None,
}  # fmt: skip


def say(*steps: Step, **ending: Any) -> Script:
    """A script that plays *steps* and then ends; *ending* changes fields of ``done``."""
    return lambda _request: [*steps, ("done", None, {**DONE, **ending})]


@dataclass
class FakeEngine:
    """Satisfies :class:`app.runs.engine.Engine`. ``script`` may be exchanged between runs."""

    script: Script = field(default_factory=lambda: say(("stdout", 1, {"text": "hello\n"})))
    refuse: RunRefused | None = None
    devices: tuple[str, ...] = ("cpu",)
    runtimes: tuple[str, ...] = ()
    """Further torch versions; one whose name ends in ``?`` is not ready."""
    ahead: int = 0
    """Runs that are served before the next one; each takes ``turn_s``."""
    turn_s: float = 0.2
    requests: list[RunRequest] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    """Ids of the runs whose iterator was closed before its end."""
    started: bool = False
    _stops: dict[str, asyncio.Event] = field(default_factory=dict)
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def start(self) -> None:
        self.started = True

    async def drain(self, grace_s: float) -> None:
        self.drained_s = grace_s

    async def stop(self) -> None:
        self.started = False

    async def run(self, request: RunRequest) -> AsyncIterator[Event]:
        if self.refuse is not None:
            raise self.refuse
        self.requests.append(request)
        ident = f"run-{next(self._ids)}"
        stop = self._stops[ident] = asyncio.Event()
        place = {"device": request.device, "runtime": request.runtime or "2.13.0"}
        opening: list[Step] = [*self._queue(ident), ("started", None, {**place, "seed": 7, "timeout_s": 10})]
        ended = False
        try:
            seq = itertools.count()
            for step in [*opening, *self.script(request)]:
                if isinstance(step, int | float):
                    if await self._stopped(stop, step):
                        step = ("done", None, {**DONE, "status": "cancelled", "reason": "cancelled"})  # noqa: PLW2901
                    else:
                        continue
                kind, line, data = step
                yield Event(cast("EventKind", kind), next(seq), 1.0, line, data)
                if kind == "done":
                    ended = True
                    return
        finally:
            del self._stops[ident]
            if not ended:
                self.closed.append(ident)

    async def cancel(self, run_id: str) -> bool:
        stop = self._stops.get(run_id)
        if stop is not None:
            stop.set()
        return stop is not None

    def capacity(self) -> Capacity:
        return Capacity(slots=2, running=len(self._stops), queued=0, queue=8, warm=2)

    def describe(self) -> dict[str, Any]:
        own: dict[str, Any] = {
            "torch": "2.13.0+cpu",
            "python": "3.11.7",
            "devices": [{"device": name, "name": name.upper()} for name in self.devices],
        }
        others = [
            {
                **own,
                "runtime": name.strip("?"),
                "torch": name.strip("?"),
                "ready": not name.endswith("?"),
                "problem": None,
            }
            for name in self.runtimes
        ]
        return {
            **own,
            "runtimes": [{**own, "runtime": "2.13.0+cpu", "ready": True, "problem": None}, *others],
            "layers": [
                {"name": "uid", "in_force": True, "detail": "61000 to 61003"},
                {"name": "net_ns", "in_force": False, "detail": "refused by this kernel"},
            ],
            "complete": True,
            "sandbox": "auto",
            "limits": {},
        }

    def _queue(self, ident: str) -> Iterator[Step]:
        """The way to the front: ``queued`` again for every place won, as the engine tells it."""
        if not self.ahead:
            yield ("queued", None, {"id": ident, "position": 0, "expected_wait_ms": 0})
        for turns in range(self.ahead, 0, -1):
            expected_ms = round(1000 * self.turn_s * turns)
            yield ("queued", None, {"id": ident, "position": turns - 1, "expected_wait_ms": expected_ms})
            yield self.turn_s

    @staticmethod
    async def _stopped(stop: asyncio.Event, seconds: float) -> bool:
        try:
            await asyncio.wait_for(stop.wait(), seconds)
        except TimeoutError:
            return False
        return True
