"""How proofs ended on other torch versions than the recordings': one file for all notes, ``snippets/board.json``.

A recording keeps everything that a run showed, for the page. Of another version the board needs only whether the proof
held, and when.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import structlog

from app.notes.library import Library
from app.notes.models import Snippet
from app.proofs.check import REPRO, SnippetCheck, fits, unlike

FILE = "board.json"
_DEPTH = 3
"""How far above a snippet the file may be: a note is one folder deep, the page of an error two."""

_log = structlog.get_logger("fieldnotes.board")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one proof ended on one torch and device; ``why`` says what didn't hold, and is empty where all did."""

    torch: str
    device: str
    device_name: str
    date: str
    checks: int
    why: str


def load(proof: Snippet) -> Iterator[Outcome]:
    """What is kept of *proof*, the newest torch first."""
    path = next((folder / FILE for folder in proof.path.parents[:_DEPTH] if (folder / FILE).is_file()), None)
    if path is not None:
        yield from _read(path, path.stat().st_mtime_ns).get(proof.key, ())


@lru_cache(maxsize=8)
def _read(path: Path, _stamp: int) -> dict[str, tuple[Outcome, ...]]:
    try:
        kept = json.loads(path.read_text("utf-8"))
        return {key: tuple(Outcome(**one) for one in outcomes) for key, outcomes in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        _log.warning("board_unreadable", path=str(path), error=str(error))
        return {}


def record(directory: Path, library: Library, facts: Mapping[str, Any], checks: Iterable[SnippetCheck]) -> Path:
    """Write the results of *checks*, made on the runtime of *facts*, into the file in *directory*."""
    names = {item["device"]: item["name"] for item in facts["devices"]}
    torch = str(facts["torch"])
    path = directory / FILE
    there = {snippet.key for snippet in library.snippets()}
    before = _read(path, path.stat().st_mtime_ns) if path.is_file() else {}
    kept = {key: outcomes for key, outcomes in before.items() if key in there}
    for check in checks:
        key = check.snippet.key
        if check.result is not None:
            outcome = _outcome(library, check, torch, names[check.device])
            others = [one for one in kept.get(key, ()) if _place(one) != _place(outcome)]
            kept[key] = tuple(sorted([*others, outcome], key=_place, reverse=True))
        elif not fits(check.snippet, torch):  # what it said there once means nothing any more
            kept[key] = tuple(one for one in kept.get(key, ()) if one.torch != torch)
    kept = {key: outcomes for key, outcomes in kept.items() if outcomes}
    lines = [
        f"{json.dumps(key)}: {json.dumps([asdict(one) for one in kept[key]], ensure_ascii=False)}"
        for key in sorted(kept)
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return path


def _outcome(library: Library, check: SnippetCheck, torch: str, device_name: str) -> Outcome:
    result = check.result
    assert result is not None  # noqa: S101 - those that were skipped are left out
    note = library.pages.get(check.snippet.note)
    reasons = list(check.reasons)
    if not reasons and note is not None and note.is_error and check.snippet.name == REPRO:
        reasons = unlike(note, result)
    return Outcome(
        torch=torch,
        device=check.device,
        device_name=device_name,
        date=dt.datetime.now(dt.UTC).date().isoformat(),
        checks=sum(event["kind"] == "assertion" for event in result.events),
        why="\n".join(reasons),
    )


def _place(one: Outcome) -> tuple[str, str]:
    return one.torch.partition("+")[0], one.device
