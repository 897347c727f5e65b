"""The runs that have just ended, kept in memory for a while: what is stored with a share is what was computed here."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final

from app.runs.engine import collect
from app.runs.intake import weight
from app.runs.models import Event, RunRequest, RunResult
from app.shares.models import Content, StoredResult, plain_code, release

LEFT_OUT: Final = frozenset({"queued", "variables"})
"""Events that say what was true then only, or what the result says elsewhere."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A run that has ended."""

    request: RunRequest
    events: tuple[Event, ...]
    size: int
    at: float
    date: str


class RecentRuns:
    """By id, until *keep_s* have passed or they would take more than *most_bytes* together."""

    def __init__(
        self, *, keep_s: float, most_bytes: int, most_each: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._keep_s = keep_s
        self._most_bytes = most_bytes
        self._most_each = most_each
        self._clock = clock
        self._runs: OrderedDict[str, Recent] = OrderedDict()
        self._bytes = 0

    async def following(self, request: RunRequest, events: AsyncIterator[Event]) -> AsyncGenerator[Event]:
        """*events* as they come; once they have ended, the run is known here. Closing it closes them."""
        kept: list[Event] = []
        size = len(request.code)
        async with aclosing(_closable(events)) as source:
            async for event in source:
                size += weight(event.data)
                if size <= self._most_each:
                    kept.append(event)
                if event.kind == "done" and size <= self._most_each:
                    self._remember(request, tuple(kept), size)
                yield event

    async def result(self, run_id: str, content: Content, devices: Mapping[str, str]) -> StoredResult | None:
        """What the run of that id computed, if it was a run of *content*; *devices* are their names here."""
        self._forget()
        run = self._runs.get(run_id)
        if run is None or plain_code(run.request.code) != content.code or run.request.stdin:
            return None
        result = await collect(_again(run.events))
        fits = (
            result.status != "cancelled"
            and result.device.partition(":")[0] == content.device.partition(":")[0]
            and content.runtime in {"", release(result.runtime)}
            and content.seed in {None, result.seed}
        )
        return _stored(result, run.date, devices) if fits else None

    def _remember(self, request: RunRequest, events: tuple[Event, ...], size: int) -> None:
        run_id = str(events[0].data.get("id", ""))
        date = datetime.now(UTC).isoformat(timespec="seconds")
        self._runs[run_id] = Recent(request, events, size, self._clock(), date)
        self._bytes += size
        self._forget()

    def _forget(self) -> None:
        while self._runs:
            oldest = next(iter(self._runs.values()))
            if self._bytes <= self._most_bytes and oldest.at >= self._clock() - self._keep_s:
                return
            self._runs.popitem(last=False)
            self._bytes -= oldest.size


def _stored(result: RunResult, date: str, devices: Mapping[str, str]) -> StoredResult:
    fields = asdict(result)
    for name in ("id", "queued_ms", "stdout", "stderr"):
        del fields[name]  # of the moment, or said by the events
    fields["events"] = [
        {name: value for name, value in event.items() if name not in {"seq", "t_ms"}}
        for event in fields["events"]
        if event["kind"] not in LEFT_OUT
    ]
    return StoredResult(
        torch=result.runtime,
        device=result.device,
        device_name=devices.get(result.device.partition(":")[0], ""),
        date=date,
        status=result.status,
        result=fields,
    )


async def _again(events: tuple[Event, ...]) -> AsyncIterator[Event]:
    for event in events:
        yield event


async def _closable(events: AsyncIterator[Event]) -> AsyncGenerator[Event]:
    """*events*, closed with this whatever kind of iterator they are."""
    try:
        async for event in events:
            yield event
    finally:
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()
