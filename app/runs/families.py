"""Which processes belong to which run, and what the kernel says about each for the price of two small reads.

The table is read many times a second, so processes that belong to no run are looked at once in a while only.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass

from app.runs.child import Child

FORGET_EVERY = 20
"""After how many looks the processes that were found to be nobody's are looked at again: their ids may be reused."""
PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Member:
    """One process of a run's family. Memory in bytes; pages shared with others are counted in full."""

    pid: int
    parent: int
    born: int
    anonymous: int
    shared: int
    faulted: int
    """Bytes that were given to it page by page, copies of a parent's pages among them."""
    cpu_ms: float

    @property
    def memory(self) -> int:
        """Anonymous and shared together."""
        return self.anonymous + self.shared


class Families:
    """Finds the members of every run's family."""

    def __init__(self) -> None:
        self._strangers: set[str] = set()
        self._looks = 0

    def of(self, children: Iterable[Child]) -> dict[int, list[Member]]:
        """By seat: all processes of the child's user; where it has none of its own, its descendants and orphans."""
        children = list(children)
        found: dict[int, list[Member]] = {child.seat: [] for child in children}
        by_uid = {child.uid: child.seat for child in children if child.uid is not None}
        # A run's first process was the service's when it began; those that it starts are its user's from birth.
        self._strangers.difference_update(str(child.pid) for child in children)
        everyone = self._read(frozenset(by_uid), whole=any(child.uid is None for child in children))
        for owner, member in everyone:
            if owner in by_uid:
                found[by_uid[owner]].append(member)
        for child in children:
            if child.uid is None:
                found[child.seat] = _descendants(child, [member for _, member in everyone])
        return found

    def _read(self, owners: frozenset[int], *, whole: bool) -> list[tuple[int, Member]]:
        self._looks += 1
        if whole or self._looks % FORGET_EVERY == 0:
            self._strangers.clear()
        everyone = []
        for entry in os.listdir("/proc"):  # noqa: PTH208 - names are enough, many times a second
            if not entry.isdigit() or entry in self._strangers:
                continue
            owner, status = _status(entry)
            if whole or owner in owners:
                everyone.append((owner, _member(entry, status)))
            elif owner >= 0:
                self._strangers.add(entry)
        return everyone


def held_now(pid: int) -> int:
    """Bytes of anonymous and shared memory of one process."""
    _, status = _status(str(pid))
    return 1024 * (_anonymous(status) + status.get("RssShmem", 0))


def _anonymous(status: dict[str, int]) -> int:
    """KiB that are a process's own; where the kernel doesn't tell kinds of memory apart (gVisor), all it holds."""
    return status.get("RssAnon", status.get("VmRSS", 0))


def _status(pid: str) -> tuple[int, dict[str, int]]:
    """Real user id (-1 when it has ended) and numbers of a process; from ``status``, which no process can hide."""
    fields: dict[str, int] = {}
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123 - forty times a second
        for line in file:
            if line.startswith((b"PPid:", b"Uid:", b"VmRSS:", b"RssAnon:", b"RssShmem:")):
                name, value = line.split()[:2]
                fields[name.decode("ascii").rstrip(":")] = int(value)
    return fields.get("Uid", -1), fields


def _member(pid: str, status: dict[str, int]) -> Member:
    born = faults = ticks = 0
    with contextlib.suppress(OSError, IndexError), open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
        # The name in parentheses may hold anything; what follows the last one is numbers.
        numbers = file.read().rpartition(b")")[2].split()
        born, faults, ticks = int(numbers[19]), int(numbers[7]), int(numbers[11]) + int(numbers[12])
    return Member(
        pid=int(pid),
        parent=status.get("PPid", 0),
        born=born,
        anonymous=1024 * _anonymous(status),
        shared=1024 * status.get("RssShmem", 0),
        faulted=PAGE * faults,
        cpu_ms=_TICK_MS * ticks,
    )


def _descendants(child: Child, everyone: list[Member]) -> list[Member]:
    """The child's processes, and those that lost their parent and were handed to the first of their namespace."""
    roots = {child.pid, child.namespace or child.pid}
    found = {member.pid: member for member in everyone if member.pid == child.pid}
    todo = [*roots]
    while todo:
        parent = todo.pop()
        for member in everyone:
            if member.parent == parent and member.pid not in found:
                found[member.pid] = member
                todo.append(member.pid)
    return list(found.values())
