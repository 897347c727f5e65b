"""From the operator's settings to the limits that the wall enforces."""

from __future__ import annotations

from typing import Any

from app.settings import Settings

OPEN_FILES = 256
CPU_ALLOWANCE_S = 5


def zygote_config(settings: Settings, disabled: frozenset[str]) -> dict[str, Any]:
    """The JSON that the zygote is started with; ``limits`` are the fields of :class:`app.sandbox.jail.Limits`."""
    return {
        "uid_base": settings.uid_base,
        "threads": settings.threads,
        "disabled": sorted(disabled),
        "limits": {
            # The family's time is watched; this backstop counts one process, the warming up too.
            "cpu_s": settings.cpu_s + CPU_ALLOWANCE_S,
            # RLIMIT_DATA counts what is reserved, not what is touched, and starts from the warm interpreter's own
            # ~1 GiB of reservations: a backstop against absurd sizes. What is really used is watched (see watch).
            "data_bytes": 2 * settings.memory_bytes + (2 << 30),
            # One file, on disk or in shared memory, where tensors go that processes share.
            "file_bytes": max(settings.disk_bytes, settings.memory_bytes),
            "shared_bytes": settings.memory_bytes,
            "disk_bytes": settings.disk_bytes,
            "disk_files": settings.disk_files,
            "processes": settings.processes,
            "open_files": OPEN_FILES,
        },
    }
