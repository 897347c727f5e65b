"""Results kept from an earlier run of a snippet's file. They are shown as what they are.

Recorded, where and when.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import structlog

from app.notes.models import Snippet

_log = structlog.get_logger("fieldnotes.recordings")


@dataclass(frozen=True, slots=True)
class Recording:
    """A stored result. Its events speak of the lines of the file."""

    torch: str
    device: str
    device_name: str
    date: str
    """ISO 8601."""
    result: Mapping[str, Any]
    """The fields of :class:`app.runs.models.RunResult`."""


def path_of(snippet: Snippet, device: str) -> Path:
    """Where the recording of *snippet* on *device* lies."""
    return snippet.path.with_name(f"{snippet.name}.{device.replace(':', '-')}.json")


def load(snippet: Snippet, device: str) -> Recording | None:
    """The recording of *snippet* on *device*, or None where there is none (or none that can be read)."""
    path = path_of(snippet, device)
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    return _read(path, stamp)


@lru_cache(maxsize=512)
def _read(path: Path, _stamp: int) -> Recording | None:
    try:
        found = json.loads(path.read_text("utf-8"))
        return Recording(
            torch=str(found["torch"]),
            device=str(found["device"]),
            device_name=str(found.get("device_name") or ""),
            date=str(found["date"]),
            result=dict(found["result"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        _log.warning("recording_unreadable", path=str(path), error=str(error))
        return None
