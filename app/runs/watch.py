"""Watches what the runs going on use, from outside, many times a second: memory, processor time, files."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.runs.account import Account
from app.runs.child import Child
from app.runs.endings import Ending
from app.runs.families import Families, Member, held_now
from app.runs.host import HostError
from app.runs.run import Run
from app.settings import Settings

TICK_S = 0.02
DISK_EVERY = 10
"""Files are counted at every tenth tick: 0.2 s."""
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - looked at, not used
_MEASURE_S = 2.0
_TRIES = 3
"""How often in a row a family may fail to be measured before it is charged the most that it may hold."""


class Watch:
    """One task for all runs; it sleeps while there are none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._runs: dict[Run, _Watched] = {}
        self._families = Families()
        self._task: asyncio.Task[None] | None = None

    def add(self, run: Run, child: Child) -> None:
        """Watch *run*, which executes in *child*, until :meth:`remove`."""
        self._runs[run] = _Watched(run, child, self._settings)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    def remove(self, run: Run) -> None:
        """Stop watching *run*."""
        watched = self._runs.pop(run, None)
        if watched is not None:
            watched.stop()

    async def stop(self) -> None:
        """End the task."""
        for run in list(self._runs):
            self.remove(run)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        tick = 0
        while self._runs:
            await asyncio.sleep(TICK_S)
            tick += 1
            families = self._families.of(watched.child for watched in self._runs.values())
            for watched in list(self._runs.values()):
                watched.look(families.get(watched.child.seat, []), count_files=tick % DISK_EVERY == 0)


class _Watched:
    """One run and its account."""

    def __init__(self, run: Run, child: Child, settings: Settings) -> None:
        self.run = run
        self.child = child
        self._baseline = held_now(child.pid)
        self.account = Account(self._baseline, child.baseline_cpu_ms, settings.memory_bytes, now=time.monotonic())
        self._settings = settings
        self._asking: asyncio.Task[None] | None = None
        self._own_filesystem = child.host.plan_has("mount_ns")
        self._nameless_shared = 0
        self._failures = 0
        self._filled = filled(child.workdir)

    def look(self, family: list[Member], *, count_files: bool) -> None:
        """End the run if it is over a limit; ask for what is not known well enough."""
        count_files = not self._own_filesystem and (count_files or self._much_was_written())
        if count_files:
            self._check_files()
        self.account.look(family, self._filed())
        self._check_account()
        doubtful = self.account.doubtful(time.monotonic())
        if (doubtful or count_files) and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask(memory=doubtful, files=count_files))

    def stop(self) -> None:
        """Wait for no answer any more."""
        if self._asking is not None:
            self._asking.cancel()

    def _much_was_written(self) -> bool:
        """Whether so much was written, by whomever, since files were counted that counting them can't wait."""
        return filled(self.child.workdir) - self._filled > self._settings.disk_bytes // 4

    def _filed(self) -> int:
        """Bytes of files in shared memory, whether or not any process has them mapped."""
        if self._own_filesystem:
            return filled(f"/proc/{self.child.pid}/root{SHARED_MEMORY}")
        return owned_by(self.child.uid, SHARED_MEMORY)[0] + self._nameless_shared

    def _check_account(self) -> None:
        limit = self._settings.memory_bytes
        self.run.used(cpu_ms=self.account.cpu_ms, memory_bytes=self.account.used)
        if self.account.used > limit:
            self.run.end(Ending("memory", "memory", limit))
        if self.account.cpu_ms > 1000 * self._settings.cpu_s:
            self.run.end(Ending("timeout", "cpu", self._settings.cpu_s))

    def _check_files(self) -> None:
        """Where the folder is no file system of the limit's size: how much lies in it, and how many in all."""
        most = self._settings.disk_files
        self._filled = filled(self.child.workdir)
        size, count = folder_usage(self.child.workdir, most + 1)
        _, more = owned_by(self.child.uid, SHARED_MEMORY)
        if size > self._settings.disk_bytes:
            self.run.end(Ending("disk", "disk", self._settings.disk_bytes))
        if count + more > most:
            self.run.end(Ending("disk", "files", most))

    async def _ask(self, *, memory: bool, files: bool) -> None:
        family, most, filed = self.account.family, self.account.most(), self._filed()
        asked = time.monotonic()
        answer = await self._measure([member.pid for member in family], memory=memory, files=files)
        if files and answer["ok"]:
            self._nameless_shared = int(answer["nameless_shared"])
            if int(answer["nameless"]) > self._settings.disk_bytes:
                self.run.end(Ending("disk", "disk", self._settings.disk_bytes))
        self._failures = 0 if answer["ok"] else self._failures + 1
        if memory and (answer["ok"] or self._failures >= _TRIES):
            anonymous = int(answer["anonymous"]) if answer["ok"] else most + self._baseline
            shared = max(filed, int(answer["shared"])) if answer["ok"] else 0
            self.account.measured(family, anonymous, shared, asked=asked, answered=time.monotonic())
            self._check_account()

    async def _measure(self, pids: list[int], *, memory: bool, files: bool) -> dict[str, Any]:
        stop_at = 2 * self._settings.memory_bytes if files else 0
        with contextlib.suppress(HostError, TimeoutError):
            question = self.child.host.measure(self.child.uid, pids, memory=memory, files=stop_at)
            return await asyncio.wait_for(question, _MEASURE_S)
        return {"ok": False}


def filled(folder: str) -> int:
    """Bytes in use on the file system of *folder*, files without a name included; 0 where that can't be told."""
    try:
        status = os.statvfs(folder)
    except OSError:
        return 0
    return (status.f_blocks - status.f_bfree) * status.f_frsize


def folder_usage(folder: str | Path, stop_at: int) -> tuple[int, int]:
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


def owned_by(uid: int | None, folder: str) -> tuple[int, int]:
    """Bytes and entries directly in *folder* that belong to *uid*; folders there count with all that is in them."""
    size = count = 0
    if uid is None:
        return size, count
    for path, status in _entries(folder):
        if status.st_uid == uid:
            inside, more = folder_usage(path, 100_000) if stat.S_ISDIR(status.st_mode) else (0, 0)
            size += status.st_blocks * 512 + inside
            count += 1 + more
    return size, count


def _entries(folder: str) -> Iterable[tuple[str, os.stat_result]]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                yield entry.path, entry.stat(follow_symlinks=False)
