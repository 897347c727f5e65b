"""What is asked of an engine and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.sandbox.protocol import Event, Look, Status

__all__ = ["Capacity", "Event", "RunRequest", "RunResult", "Status"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A program and how to run it. ``seed=None`` draws one; ``timeout_s=None`` takes the operator's."""

    code: str
    snippet: str | None = None
    """Key of the curated file that *code* is (``clone-detach/table``), or None for a stranger's code."""
    device: str = "cpu"
    runtime: str | None = None
    seed: int | None = None
    stdin: str | None = None
    timeout_s: float | None = None
    looks: tuple[Look, ...] = ()
    """How to look inside it; in the order of :data:`app.sandbox.protocol.LOOKS`."""
    loopback: bool = False
    """Whether its processes may talk to each other over TCP on a loopback."""
    client: str = ""
    """Whom the run is charged to in the queue: an address, a token; never shown."""


@dataclass(slots=True, kw_only=True)
class RunResult:
    """A finished run, as the API returns it.

    ``queued_ms``, ``wall_ms`` and ``cpu_ms`` are milliseconds; ``peak_memory_bytes`` is what the run needed beyond
    the warm interpreter it started in. ``error`` and each of ``variables`` have the shape that design gives them.
    """

    id: str
    status: Status
    device: str
    runtime: str
    seed: int
    queued_ms: float
    wall_ms: float
    cpu_ms: float
    peak_memory_bytes: int
    message: str = ""
    stdout: str = ""
    stderr: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    error: dict[str, Any] | None = None
    variables: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """How busy an engine is."""

    slots: int
    running: int
    queued: int
    queue: int
    warm: int


class RunRefused(Exception):  # noqa: N818 - it is an answer, not an accident
    """The engine did not take the run. ``retry_after_s`` is None where asking again will not help."""

    def __init__(self, reason: str, message: str, retry_after_s: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        """``queue_full``, ``stopping``, ``starting`` (503), ``client_busy`` (429), ``no_wall``, ``no_loopback`` (403),
        ``invalid`` (422)."""
        self.message = message
        self.retry_after_s = retry_after_s
