"""Whether two results of one snippet say the same, with what may differ from run to run taken out.

Addresses, timings, process ids and temporary folders are replaced by placeholders; floating-point numbers are equal
if they agree to about four digits. Pictures are compared by presence, size and description, not by their bytes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

REL_TOLERANCE = 2e-4
ABS_TOLERANCE = 1e-6
SHOWN = 120
"""Characters of an output that a difference quotes."""

_PLACEHOLDERS = (
    (re.compile(r"0x[0-9a-fA-F]{4,}"), "<address>"),
    (re.compile(r"\b\d{10,}\b"), "<address>"),
    (re.compile(r"\b\d+(?:\.\d+)?\s?(?:ns|us|µs|ms|s|sec|seconds)\b"), "<time>"),
    (re.compile(r"(?i)\bpid\(?s?\)?:? ?\d+"), "<pid>"),
    (re.compile(r"(?:/[\w.+-]+)*/fieldnotes-[\w.+-]+(?:/[\w.+-]+)*"), "<folder>"),
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")


def normalise(text: str) -> str:
    """*text* with everything that may differ from run to run replaced by a placeholder."""
    for pattern, placeholder in _PLACEHOLDERS:
        text = pattern.sub(placeholder, text)
    return text


def same_text(left: str, right: str) -> bool:
    """Whether two outputs say the same. Integers must be equal, other numbers close."""
    left, right = normalise(left), normalise(right)
    if left == right:
        return True
    if _NUMBER.sub("#", left).split() != _NUMBER.sub("#", right).split():
        return False
    pairs = zip(_NUMBER.findall(left), _NUMBER.findall(right), strict=True)
    return all(_close(a, b) for a, b in pairs)


def _close(left: str, right: str) -> bool:
    if left == right:
        return True
    if left.lstrip("+-").isdigit() and right.lstrip("+-").isdigit():
        return False
    return math.isclose(float(left), float(right), rel_tol=REL_TOLERANCE, abs_tol=ABS_TOLERANCE)


def statements(events: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int | None, str, str]]:
    """What a result says: line, kind and text of each thing shown. Pieces of one stream on one line are joined."""
    pending: tuple[int | None, str, str] | None = None
    for event in events:
        kind, line, text = str(event["kind"]), event.get("line"), _said(event)
        if text is None:
            continue
        if pending is not None and kind in {"stdout", "stderr"} and pending[:2] == (line, kind):
            pending = (line, kind, pending[2] + text)
            continue
        if pending is not None:
            yield pending
        pending = (line, kind, text)
    if pending is not None:
        yield pending


def differences(recorded: Mapping[str, Any], fresh: Mapping[str, Any]) -> list[str]:
    """Sentences that name each difference between two results (as :class:`~app.runs.models.RunResult` dicts)."""
    found = []
    if recorded["status"] != fresh["status"]:
        found.append(f"status was {recorded['status']!r} and is {fresh['status']!r}")
    old, new = list(statements(recorded["events"])), list(statements(fresh["events"]))
    for before, after in zip(old, new, strict=False):
        if before[:2] != after[:2]:
            found.append(f"line {before[0]} had {before[1]!r}; now line {after[0]} has {after[1]!r}")
        elif not same_text(before[2], after[2]):
            found.append(f"line {before[0]}: was {_short(before[2])}, is {_short(after[2])}")
    if len(old) != len(new):
        found.append(f"it showed {len(old)} things and now shows {len(new)}")
    return found


def _said(event: Mapping[str, Any]) -> str | None:
    match event["kind"]:
        case "stdout" | "stderr":
            return str(event["text"])
        case "value":
            return str(event["data"].get("text/plain", ""))
        case "figure":
            return f"{event['width']} x {event['height']}: {event['alt']}"
        case "assertion":
            return f"{event['source']} {event['passed']}"
        case "error":
            return f"{event['type']}: {event['message']}"
    return None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 3] + "...")
