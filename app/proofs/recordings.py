"""Results kept from an earlier run of a snippet's file. They are shown as what they are: recorded, where and when."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import structlog

from app.notes.models import Snippet
from app.runs.models import RunResult

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


@lru_cache(maxsize=4096)
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


def save(snippet: Snippet, device: str, device_name: str, result: RunResult) -> Path:
    """Write *result*, a run of the file of *snippet*, as its recording on *device*.

    What is different at every run and means nothing later (ids, sequence numbers, times) is left out, so that
    recording twice changes nothing but the date, and nothing at all when the date is today's.
    """
    fields = dataclasses.asdict(result)
    fields["id"] = ""
    fields["queued_ms"] = 0
    fields["events"] = [_lasting(event) for event in fields["events"] if event["kind"] not in {"queued", "variables"}]
    document = {
        "torch": result.runtime,
        "device": device,
        "device_name": device_name,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "result": fields,
    }
    path = path_of(snippet, device)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def _lasting(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in {"seq", "t_ms"}}
