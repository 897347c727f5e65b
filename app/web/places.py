"""Where code can run here: the torch versions served, and the devices of each, as pages and the API name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.runs.engine import Engine


@dataclass(frozen=True, slots=True)
class RuntimeFacts:
    """A runtime: what it is asked for by, its torch, its devices (``cpu``, ``cuda``), and whether it can be used."""

    name: str
    torch: str | None
    python: str | None
    devices: tuple[str, ...]
    ready: bool
    problem: str | None

    @property
    def short(self) -> str:
        """Its name without that of the torch's build."""
        return self.name.partition("+")[0] if self.name == self.torch else self.name


@dataclass(frozen=True, slots=True)
class Place:
    """A runtime and one of its devices."""

    runtime: RuntimeFacts
    device: str

    @property
    def value(self) -> str:
        """As forms send it: ``2.13.0@cpu``."""
        return f"{self.runtime.name}@{self.device}"

    @property
    def label(self) -> str:
        """For a reader."""
        return f"torch {self.runtime.short} · {device_label(self.device)}"


def device_label(device: str) -> str:
    """What readers call a device."""
    return "CPU" if device == "cpu" else "GPU"


def runtimes_of(engine: Engine) -> tuple[RuntimeFacts, ...]:
    """All runtimes, ready or not, the service's own first."""
    facts = engine.describe()
    own = {"runtime": facts.get("torch"), "ready": True, "problem": None, **facts}
    return tuple(
        RuntimeFacts(
            name=str(one.get("runtime") or ""),
            torch=one.get("torch"),
            python=one.get("python"),
            devices=_names(one.get("devices") or ()),
            ready=bool(one.get("ready")),
            problem=one.get("problem"),
        )
        for one in facts.get("runtimes") or [own]
    )


def ready_runtimes(engine: Engine) -> tuple[RuntimeFacts, ...]:
    """Those that take runs now."""
    return tuple(one for one in runtimes_of(engine) if one.ready)


def choice_of_runtimes(engine: Engine) -> tuple[RuntimeFacts, ...]:
    """Those that a reader may choose from; empty where there is no choice."""
    ready = ready_runtimes(engine)
    return ready if len(ready) > 1 else ()


def places_of(engine: Engine) -> tuple[Place, ...]:
    """Every runtime that takes runs now with each of its devices."""
    return tuple(Place(one, device) for one in ready_runtimes(engine) for device in one.devices)


def places_for(engine: Engine, device: str) -> tuple[Place, ...]:
    """Those where a program for *device* (as a snippet's header names it) makes sense."""
    return tuple(place for place in places_of(engine) if device == "any" or device.startswith(place.device))


def _names(devices: Iterable[str | Mapping[str, Any]]) -> tuple[str, ...]:
    names = []
    for device in devices:
        name = device if isinstance(device, str) else str(device.get("device") or device.get("name"))
        names.append(name.split(":")[0])
    return tuple(dict.fromkeys(names))
