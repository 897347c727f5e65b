"""Watches the memory and the files of the runs going on, from outside, many times a second.

Memory is that of the run's whole family of processes. A cheap sum (resident pages, which counts pages shared between
relatives several times) is taken at every tick; only when it passes the limit is the exact share of each process
(PSS) asked of the kernel, which takes milliseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from app.runs.child import Child
from app.runs.endings import Ending
from app.runs.run import Run
from app.settings import Settings

TICK_S = 0.025
DISK_EVERY = 8
"""Files are counted at every eighth tick: 0.2 s."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class Watch:
    """One task for all runs; it sleeps while there are none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._runs: dict[Run, Child] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, run: Run, child: Child) -> None:
        """Watch *run*, which executes in *child*, until :meth:`remove`."""
        self._runs[run] = child
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    def remove(self, run: Run) -> None:
        """Stop watching *run*."""
        self._runs.pop(run, None)

    async def stop(self) -> None:
        """End the task."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        tick = 0
        while self._runs:
            await asyncio.sleep(TICK_S)
            families = families_of(self._runs.values())
            for run, child in list(self._runs.items()):
                self._check_memory(run, child, families[child.seat])
            tick += 1
            if tick % DISK_EVERY == 0:
                for run, child in list(self._runs.items()):
                    self._check_disk(run, child)

    def _check_memory(self, run: Run, child: Child, family: list[int]) -> None:
        limit = self._settings.memory_bytes
        used = sum(resident(pid) for pid in family) - child.baseline_bytes * max(1, len(family))
        if used > limit:
            used = sum(proportional(pid) for pid in family) - child.baseline_bytes // 4
        if len(family) == 1 or used > limit:
            run.peak_bytes = max(run.peak_bytes, min(used, 2 * limit))
        if used > limit:
            run.end(Ending("memory", "memory", limit))

    def _check_disk(self, run: Run, child: Child) -> None:
        if child.host.plan_has("mount_ns"):
            return  # the folder is a file system of the limit's size
        size, count = folder_usage(Path(child.workdir), self._settings.disk_files + 1)
        if size > self._settings.disk_bytes or count > self._settings.disk_files:
            run.end(Ending("disk", "disk", self._settings.disk_bytes))


def families_of(children: Iterable[Child]) -> dict[int, list[int]]:
    """Process ids of each child's family, by seat: all processes of its user id, else its descendants."""
    families: dict[int, list[int]] = {child.seat: [] for child in children}
    by_uid = {child.uid: child.seat for child in children if child.uid is not None}
    parents: dict[int, int] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208 - forty times a second
        if not entry.isdigit():
            continue
        owner, parent = _owner_and_parent(entry)
        parents[int(entry)] = parent
        if owner in by_uid:
            families[by_uid[owner]].append(int(entry))
    for child in children:
        if child.uid is None:
            families[child.seat] = _descendants(child.pid, parents)
    return families


def _owner_and_parent(pid: str) -> tuple[int, int]:
    """Real user id and parent of a process; from ``status``, which no process can hide."""
    owner = parent = -1
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:  # noqa: PTH123
        for line in file:
            if line.startswith("PPid:"):
                parent = int(line[5:])
            elif line.startswith("Uid:"):
                owner = int(line.split()[1])
                break
    return owner, parent


def _descendants(root: int, parents: dict[int, int]) -> list[int]:
    found = [root]
    for pid in found:
        found.extend(child for child, parent in parents.items() if parent == pid)
    return found


def resident(pid: int) -> int:
    """Resident bytes of a process, shared pages counted in full; 0 once it is gone."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - forty times a second
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def proportional(pid: int) -> int:
    """Bytes of a process, each shared page divided by the number of its users (PSS); 0 once it is gone."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:  # noqa: PTH123
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        return resident(pid)
    return 0


def folder_usage(folder: Path, stop_at: int) -> tuple[int, int]:
    """Bytes and entries under *folder*, links not followed; counting stops at *stop_at* entries."""
    size = count = 0
    folders = [os.fspath(folder)]
    while folders and count < stop_at:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                count += 1
                with contextlib.suppress(OSError):
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                if count >= stop_at:
                    break
    return size, count
