"""What several kinds of tests share: a real engine, and a way to see what a run left behind."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.runs.engine import collect
from app.runs.local import LocalEngine
from app.runs.models import RunRequest, RunResult
from app.settings import MIB, Settings

LIMITS: dict[str, Any] = {
    "timeout_s": 5.0,
    "memory_bytes": 384 * MIB,
    "output_bytes": 64 * 1024,
    "disk_bytes": 16 * MIB,
    "disk_files": 500,
    "processes": 48,
    "slots": 2,
    "warm": 2,
    "threads": 2,
    "standby": False,
}


def settings(**changes: Any) -> Settings:
    """Settings with small limits, so that reaching them is quick."""
    return Settings(**{**LIMITS, **changes})


@asynccontextmanager
async def running(chosen: Settings, *, disabled: frozenset[str] = frozenset()) -> AsyncIterator[LocalEngine]:
    """A started engine, stopped at the end."""
    engine = LocalEngine(chosen, disabled=disabled)
    await engine.start()
    try:
        yield engine
    finally:
        await engine.stop()


async def run(engine: LocalEngine, code: str, **fields: Any) -> RunResult:
    """Run *code* to its end."""
    return await collect(engine.run(RunRequest(code=code, client=fields.pop("client", "test"), **fields)))


@dataclass(frozen=True, slots=True)
class Traces:
    """What could be left behind, counted."""

    processes: frozenset[int]
    shared_memory: frozenset[str]
    temporary: frozenset[str]
    files_in_seats: int
    descriptors: int


def traces(chosen: Settings) -> Traces:
    """What belongs to the user ids of runs, now. Warm children belong to it too: look before and after, and compare."""
    uids = range(chosen.uid_base, chosen.uid_base + 1000)
    root = Path(os.environ.get("TMPDIR", "/tmp"))
    seats = [seat for run_root in root.glob("fieldnotes-*") for seat in run_root.glob("seat-*")]
    return Traces(
        processes=frozenset(pid for pid, owner in _owners() if owner in uids),
        shared_memory=_files_of(Path("/dev/shm"), uids),
        temporary=_files_of(root, uids) | _files_of(Path("/var/tmp"), uids),
        files_in_seats=sum(len(list(seat.iterdir())) for seat in seats if _owner(seat) in uids),
        descriptors=len(os.listdir("/proc/self/fd")),
    )


def _files_of(folder: Path, uids: range) -> frozenset[str]:
    """Names in *folder* that belong to runs; others use the machine too."""
    return frozenset(entry.name for entry in folder.iterdir() if _owner(entry) in uids)


def _owner(path: Path) -> int:
    try:
        return path.lstat().st_uid
    except OSError:
        return -1


def _owners() -> list[tuple[int, int]]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                status = Path(f"/proc/{entry}/status").read_text("ascii", "replace")
            except OSError:
                continue
            fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            if not fields.get("State", "").strip().startswith("Z"):
                found.append((int(entry), int(fields["Uid"].split()[0])))
    return found


async def settled(engine: LocalEngine, *, timeout_s: float = 30.0) -> None:
    """Wait until every spent child is swept and the warm ones are all there again."""
    deadline = time.monotonic() + timeout_s
    wanted = engine._settings.warm
    while time.monotonic() < deadline:
        if engine.capacity().running == 0 and engine.pool.ready() == wanted and engine.pool.quiet:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"not settled: {engine.capacity()}")
