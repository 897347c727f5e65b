"""What a run's processes really hold, as only their own user (or one with more rights) may ask the kernel.

Memory that relatives share is divided among them, so that a family is charged once for it. Files that have lost their
name are found where they still are: behind a descriptor or a mapping.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

SHARED_MEMORY = "/dev/shm"
_KIB = 1024
_NAMELESS = " (deleted)"
_Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Held:
    """Bytes that a family holds; pages that several processes share are counted once."""

    anonymous: int = 0
    shared: int = 0
    """Mapped pages of shared memory, with a name in ``/dev/shm`` or without."""
    nameless_shared: int = 0
    """Files in shared memory that have lost their name."""
    nameless: int = 0
    """Other files that have lost their name."""
    ok: bool = True
    """Whether every process could be asked."""


def held(pids: list[int], *, memory: bool, stop_at: int) -> Held:
    """What *pids* hold: memory if asked for, and nameless files up to *stop_at* bytes of each kind."""
    anonymous, shared, complete = _memory(pids) if memory else (0, 0, True)
    hidden = _nameless(pids, stop_at) if stop_at else {}
    device = _device_of_shared_memory()
    in_memory = sum(size for (where, _), size in hidden.items() if where == device)
    return Held(anonymous, shared, in_memory, sum(hidden.values()) - in_memory, complete)


def _memory(pids: Iterable[int]) -> tuple[int, int, bool]:
    anonymous = shared = 0
    complete = True
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
                fields = dict(line.split(b":", 1) for line in file.read().splitlines()[1:])
        except (FileNotFoundError, ProcessLookupError):
            # It has ended; or the kernel divides nothing among relatives (gVisor), and each is charged in full.
            anonymous += _resident(pid)
            continue
        except OSError:
            complete = False
            continue
        # One that is just ending has nothing to say.
        anonymous += _KIB * int(fields.get(b"Pss_Anon", b"0").split()[0])
        shared += _KIB * int(fields.get(b"Pss_Shmem", b"0").split()[0])
    return anonymous, shared, complete


def _resident(pid: int) -> int:
    """Bytes that a process holds, shared or not; 0 for one that has ended, as a zombie too."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _device_of_shared_memory() -> int:
    try:
        return os.stat(SHARED_MEMORY).st_dev
    except OSError:
        return -1


def _nameless(pids: Iterable[int], stop_at: int) -> dict[_Identity, int]:
    seen: dict[_Identity, int] = {}
    for pid in pids:
        for identity, size in (*_open_nameless(pid), *_mapped_nameless(pid)):
            seen[identity] = max(size, seen.get(identity, 0))
        if sum(seen.values()) >= 2 * stop_at:
            break
    return seen


def _open_nameless(pid: int) -> Iterable[tuple[_Identity, int]]:
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                status = os.stat(f"/proc/{pid}/fd/{name}")
                if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                    yield (status.st_dev, status.st_ino), status.st_blocks * 512


def _mapped_nameless(pid: int) -> Iterable[tuple[_Identity, int]]:
    """How far each is mapped: how much of it is really there can't be told once its descriptor is closed."""
    reaches: dict[_Identity, int] = {}
    with contextlib.suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.rstrip("\n").endswith(_NAMELESS) and not _is_the_kernels(line):
                span, _, offset, device, inode = line.split(None, 5)[:5]
                start, _, end = span.partition("-")
                major, _, minor = device.partition(":")
                identity = (os.makedev(int(major, 16), int(minor, 16)), int(inode))
                reach = int(offset, 16) + int(end, 16) - int(start, 16)
                reaches[identity] = max(reach, reaches.get(identity, 0))
    return reaches.items()


def _is_the_kernels(line: str) -> bool:
    """Whether a map is of shared memory that never was a file; that is in the count of memory already."""
    return line.split(None, 5)[5].startswith(("/dev/zero (deleted)", "/SYSV", "/memfd:"))
