"""Further interpreters beside the service's own: another torch each, with a zygote and warm children of its own.

They start after the service can already be used, one after the other. One that is missing or has no torch says so in
its description, and costs the others nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import structlog

from app.runs import devices as device_probe
from app.runs.host import Host, HostError
from app.runs.models import RunRefused
from app.runs.pool import Pool, seats_of
from app.settings import Settings

log = structlog.get_logger(__name__)

FIRST_BLOCK = 2
"""Blocks of seats before the first runtime's: the service's own, and the one of the help while typing."""
BLOCK = 512
"""Seats, and so user ids, in a block: what a warden takes for its own when it ends."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entry of ``FIELDNOTES_RUNTIMES``: an interpreter, and what it is called where that is not its torch."""

    python: str
    name: str = ""


def _folder(python: str) -> str:
    """The name of the environment that *python* belongs to: readers need not know where that lies."""
    path = PurePath(python)
    return path.parent.parent.name if path.parent.name == "bin" and path.parent.parent.name else path.name


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run goes: a runtime by its name, that one's children, and a device."""

    runtime: str
    pool: Pool
    device: str
    loopback: bool = False


def named(text: str) -> tuple[Named, ...]:
    """The entries of *text*: paths, or ``name=path``, separated by commas."""
    entries = []
    for part in filter(None, map(str.strip, text.split(","))):
        name, given, path = part.rpartition("=")
        entries.append(Named(path.strip(), name.strip() if given else ""))
    return tuple(entries)


def block_of(settings: Settings, number: int) -> int:
    """The first seat of the block *number*: no two pools share a seat or a user id."""
    return number * max(BLOCK, seats_of(settings, 2))


class Runtime:
    """One further interpreter: its devices and warm children once it is ready, or what is wrong with it."""

    def __init__(self, settings: Settings, entry: Named, number: int, disabled: frozenset[str]) -> None:
        first = block_of(settings, FIRST_BLOCK + number)
        self._first_seat = first
        # Few children: most readers stay with the service's own torch.
        few = {"warm": min(settings.warm, settings.slots, 2), "standby": False, "uid_base": settings.uid_base + first}
        self._settings = settings.model_copy(update=few)
        self._entry = entry
        self._disabled = disabled
        self._pool: Pool | None = None
        self.torch = ""
        self.python = ""
        self.devices: dict[str, str] = {}
        self.problem = ""

    @property
    def name(self) -> str:
        """What it is asked for by: its name if it was given one, else its torch; its folder while that is unknown."""
        return self._entry.name or self.torch or _folder(self._entry.python)

    @property
    def ready(self) -> bool:
        """Whether it has warm children."""
        return self._pool is not None

    @property
    def pool(self) -> Pool:
        """Its warm children; only where it is :attr:`ready`."""
        if self._pool is None:
            raise RuntimeError(f"the runtime {self.name} is not ready")
        return self._pool

    def answers_to(self, name: str) -> bool:
        """Whether *name* means this one; the torch may be given without the name of its build."""
        return name in {self.name, self.torch, self.torch.partition("+")[0]}

    async def start(self) -> None:
        """Make it ready, or find out why it can't be; raises nothing but cancellation."""
        path = self._entry.python
        pool = None
        try:
            found = await device_probe.examine(path)
            self.torch, self.python, self.devices = found.torch, found.python, found.devices
            pool = Pool(self._settings, self._make_host, tuple(found.devices), first_seat=self._first_seat)
            await pool.start()
        except (device_probe.NoTorch, HostError, TimeoutError, OSError) as error:
            self.problem = str(error) or type(error).__name__
            log.error("runtime_failed", python=path, reason=self.problem)
            if pool is not None:
                await pool.stop()
        except asyncio.CancelledError:
            if pool is not None:
                await pool.stop()
            raise
        else:
            self._pool = pool
            log.info("runtime_ready", runtime=self.name, torch=self.torch, python=path)

    async def stop(self) -> None:
        """End its children and its zygote."""
        if self._pool is not None:
            await self._pool.stop()

    def _make_host(self) -> Host:
        return Host(self._settings, python=self._entry.python, disabled=self._disabled)

    def describe(self) -> dict[str, Any]:
        """As an entry of :meth:`app.runs.engine.Engine.describe`'s ``runtimes``."""
        return {
            "runtime": self.name,
            "torch": self.torch or None,
            "python": self.python or None,
            "devices": [{"device": name, "name": label} for name, label in self.devices.items()],
            "ready": self.ready,
            "problem": self.problem or None,
        }


class Runtimes:
    """All further interpreters; they start by themselves, one at a time."""

    def __init__(self, settings: Settings, disabled: frozenset[str]) -> None:
        self._all = tuple(
            Runtime(settings, entry, number, disabled) for number, entry in enumerate(named(settings.runtimes))
        )
        self._starting: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[Runtime]:
        return iter(self._all)

    def find(self, name: str, own: str) -> Runtime:
        """The ready runtime that *name* means. Raises :class:`RunRefused` where there is none beside *own*."""
        meant = [runtime for runtime in self._all if runtime.answers_to(name)]
        for runtime in meant:
            if runtime.ready:
                return runtime
        if any(not runtime.problem for runtime in meant):
            raise RunRefused("starting", f"torch {name} is being loaded; try again in a moment.", 5)
        if meant:
            raise RunRefused("invalid", f"torch {name} can't be used here now: {meant[0].problem}")
        served = ", ".join([own, *(runtime.name for runtime in self._all if runtime.ready)])
        raise RunRefused("invalid", f"torch {name} is not served here; served: {served}.")

    def start(self) -> None:
        """Begin; the service does not wait for them."""
        if self._all:
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        for runtime in self._all:
            await runtime.start()

    async def started(self) -> None:
        """Wait until each is ready or known not to be."""
        if self._starting is not None:
            await asyncio.shield(self._starting)

    async def stop(self) -> None:
        """End them, ready or not."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await asyncio.gather(*(runtime.stop() for runtime in self._all))
