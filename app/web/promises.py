"""What the layers in force amount to: each promise with what it needs, and what the last attack showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.notes.models import Lang
from app.web.language import N_, Words

_APART: Final = (frozenset({"uid"}), frozenset({"user_ns", "pid_ns"}))
_NAMES: Final[Mapping[str, str]] = {
    "uid": N_("Own user"),
    "no_new_privs": N_("No new privileges"),
    "rlimits": N_("Resource limits"),
    "landlock": N_("Landlock"),
    "seccomp": N_("System call filter"),
    "user_ns": N_("User namespace"),
    "pid_ns": N_("Process namespace"),
    "mount_ns": N_("Mount namespace"),
    "net_ns": N_("Network namespace"),
    "ipc_ns": N_("IPC namespace"),
}
_PROMISES: Final[tuple[tuple[str, tuple[frozenset[str], ...]], ...]] = (
    (
        N_("A run can't signal, trace, read or change another reader's run."),
        tuple(apart | {"landlock", "seccomp"} for apart in _APART),
    ),
    (
        N_("A run reads Python's own files and its folder: no settings, no keys, no other file of this machine."),
        (frozenset({"landlock"}),),
    ),
    (
        N_("A run reaches no network, neither the internet nor the services on this machine."),
        (frozenset({"seccomp"}), frozenset({"net_ns", "landlock"})),
    ),
    (
        N_("A run can't gain rights, nor reach the parts of the kernel that Python has no use for."),
        (frozenset({"no_new_privs", "seccomp"}),),
    ),
    (
        N_("When a run has ended, nothing of it is left: no process, no file, no shared memory."),
        (frozenset({"uid"}), frozenset({"pid_ns"})),
    ),
    (
        N_("A run that takes more than the limits below is ended, and what it had written until then is kept."),
        (frozenset({"rlimits"}),),
    ),
    (
        N_("What a run shows is text to your browser: it can't change the page, or act in your name."),
        (frozenset(),),
    ),
    (
        N_("No reader's program can change the notes' verdicts: they come from the notes' own files."),
        (frozenset(),),
    ),
)
"""Each with the sets of layers of which one, whole, is enough."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence; whether it holds here; the names of the layers it lacks."""

    text: str
    holds: bool
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attack: what it tried, whether it was held off, how its run ended, and what went wrong if it wasn't."""

    title: str
    held: bool
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class AttackReport:
    """The last result of the attack suite on this server."""

    when: str
    torch: str
    attempts: tuple[Attempt, ...]
    changed: bool
    """Whether the layers or the torch were others than now."""

    @property
    def held(self) -> int:
        """How many attacks were held off."""
        return sum(attempt.held for attempt in self.attempts)

    @property
    def day(self) -> str:
        """The date alone."""
        return self.when[:10]


def promises(words: Words, in_force: frozenset[str]) -> tuple[Promise, ...]:
    """Every promise as it stands with the layers *in_force*."""
    return tuple(_promise(words, text, ways, in_force) for text, ways in _PROMISES)


def _promise(words: Words, text: str, ways: tuple[frozenset[str], ...], in_force: frozenset[str]) -> Promise:
    lacks = min((way - in_force for way in ways), key=len)
    return Promise(words(text), not lacks, tuple(words(_NAMES[name]) for name in _NAMES if name in lacks))


def risks(words: Words, engine: Mapping[str, Any]) -> tuple[str, ...]:
    """What isn't promised here, whatever is in force."""
    devices = engine.get("devices") or ()
    graphics = any(str(device["device"]).startswith("cuda") for device in devices if isinstance(device, Mapping))
    found = [
        words("A hole in the kernel, behind the calls that are allowed, is a hole in the wall. Runs share one kernel."),
        words("Runs share processors and caches, so timing can tell one something about another."),
        words("A run may use all that the limits give it, and so slow its neighbours."),
        words("What a program prints may be untrue: it can spoil its own result, and nobody else's."),
    ]
    if graphics:
        gpu = words("The GPU isn't divided: one run can slow or crash another's work on it.")
        found.insert(1, gpu)
    return tuple(found)


def read_report(
    found: Mapping[str, Any] | None, lang: Lang, in_force: frozenset[str], torch: str
) -> AttackReport | None:
    """The report in *found*; None where there is none, or where the file isn't one."""
    if found is None:
        return None
    try:
        attempts = tuple(
            Attempt(_sentence_case(one["title"][lang]), one["held"] is True, str(one["status"]), str(one["reason"]))
            for one in found["outcomes"]
        )
        changed = set(found["layers"]) != in_force or found["torch"] != torch
        return AttackReport(str(found["date"]), str(found["torch"]), attempts, changed)
    except (KeyError, TypeError):
        return None


def _sentence_case(title: str) -> str:
    return title[:1].upper() + title[1:]
