"""The protocol that every engine speaks, and the fold from events to a finished run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol

from app.runs.models import Capacity, Event, RunRequest, RunResult


class Engine(Protocol):
    """Runs programs behind the wall."""

    async def start(self) -> None:
        """Bring up the warm children; returns when a first run can be served."""

    async def drain(self, grace_s: float) -> None:
        """Take no more runs; give those going on *grace_s* seconds, then end each with a sentence."""

    async def stop(self) -> None:
        """End the runs going on, each with a sentence, and leave nothing behind."""

    def run(self, request: RunRequest) -> AsyncIterator[Event]:
        """The events of one run as they happen.

        The first event is ``queued`` and carries ``id``; the last is ``done``; nothing follows it. Closing the
        iterator cancels the run. Raises :class:`app.runs.models.RunRefused` at the first step if it can't be taken.
        """

    async def cancel(self, run_id: str) -> bool:
        """End a queued or running run as ``cancelled``. False where there is none of that id."""

    def capacity(self) -> Capacity:
        """How busy it is now."""

    def describe(self) -> dict[str, Any]:
        """What runs here: ``torch, python, devices, layers`` (list of LayerReport dicts), ``complete``, ``limits``.

        ``runtimes`` are all torch versions served, the engine's own first: ``runtime`` (what a request names), ``torch,
        python, devices, ready, problem``.
        """


async def collect(events: AsyncIterator[Event]) -> RunResult:
    """The finished run that *events* amount to."""
    result = RunResult(
        id="", status="crashed", device="", runtime="", seed=0, queued_ms=0, wall_ms=0, cpu_ms=0, peak_memory_bytes=0
    )
    out: dict[str, list[str]] = {"stdout": [], "stderr": []}
    async for event in events:
        data = event.data
        result.events.append(event.as_dict())
        match event.kind:
            case "queued":
                result.id = data["id"]
            case "started":
                result.device, result.runtime, result.seed = data["device"], data["runtime"], data["seed"]
            case "stdout" | "stderr":
                out[event.kind].append(data["text"])
            case "error":
                result.error = {"line": event.line, **data}
            case "variables":
                result.variables = data["variables"]
            case "done":
                for name in ("status", "message", "queued_ms", "wall_ms", "cpu_ms", "peak_memory_bytes"):
                    setattr(result, name, data[name])
            case _:
                pass
    result.stdout, result.stderr = "".join(out["stdout"]), "".join(out["stderr"])
    return result


class NoSuchRuntime(LookupError):  # noqa: N818 - it is an answer, not an accident
    """A torch that is not served, or can't be used; says why."""


def facts_of(engine: Engine, runtime: str | None) -> dict[str, Any]:
    """What *engine* says of *runtime*, its own facts if that is None. Raises :class:`NoSuchRuntime`."""
    facts = engine.describe()
    if runtime is None:
        return facts
    served = facts["runtimes"]
    for one in served:
        if runtime not in {one["runtime"], one["torch"], str(one["torch"]).partition("+")[0]}:
            continue
        if one["ready"]:
            return dict(one)
        raise NoSuchRuntime(f"{runtime} can't be used: {one['problem'] or 'it is not ready'}")
    problems = "".join(f"; {one['runtime']}: {one['problem']}" for one in served if one["problem"])
    raise NoSuchRuntime(
        f"{runtime} is not served; served: {', '.join(str(one['runtime']) for one in served)}{problems}"
    )
