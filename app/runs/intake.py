"""Untrusted frames in, well-formed event data out.

A stranger's process can write anything it likes on its channel. What is not of the documented shape is dropped, what
is too large is cut; such a run spoils only itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.runs import looks_intake

Data = dict[str, Any]

MAX_NAME = 200
MAX_TEXT = 20_000
MAX_VARIABLES = 100
MAX_LINE = 10_000_000
_WEIGHT_OF_A_PART = 16

_MIME_TYPES = frozenset(
    {
        "text/plain",
        "text/html",
        "image/png",
        "application/vnd.fieldnotes.tensor+json",
        "application/vnd.fieldnotes.table+json",
        "application/vnd.fieldnotes.module+json",
    }
)
_VARIABLE_FIELDS = {
    "name": str,
    "kind": str,
    "dtype": str,
    "device": str,
    "grad_fn": str,
    "storage": str,
    "view_of": str,
    "preview": str,
    "requires_grad": bool,
    "is_leaf": bool,
    "in_graph": bool,
}


def line_of(frame: Data) -> int | None:
    """The frame's line where it is a sane one."""
    line = frame.get("line")
    return line if type(line) is int and 0 < line < MAX_LINE else None


def data_of(frame: Data) -> Data | None:
    """The event data of *frame*, or None where it is not well-formed."""
    read = _READERS.get(frame["kind"])
    try:
        return read(frame) if read else None
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
        return None


def weight(data: Data) -> int:
    """Rough size of event data in bytes: the length of all its strings, and a few for everything else."""
    total, todo = 0, [data.get("data", data)]
    while todo:
        item: Any = todo.pop()
        total += _WEIGHT_OF_A_PART
        if isinstance(item, str):
            total += len(item)
        elif isinstance(item, dict):
            total += sum(map(len, item))
            todo.extend(item.values())
        elif isinstance(item, list):
            todo.extend(item)
    return total


def number(value: object, *, low: float = 0.0, high: float = 1e15) -> float:
    """*value* as a finite number between *low* and *high*. Raises :class:`ValueError` otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"not a number between {low} and {high}")
    return float(value)


def _text(value: object, limit: int = MAX_TEXT) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value if len(value) <= limit else value[:limit] + " … (cut)"


def _value(frame: Data) -> Data:
    bundle = frame["data"]
    kept = {mime: item for mime, item in bundle.items() if mime in _MIME_TYPES}
    for mime, item in kept.items():
        if mime.endswith("+json"):
            if not isinstance(item, dict):
                raise TypeError("not an object")
        elif not isinstance(item, str):
            raise TypeError("not a text")
    kept["text/plain"] = _text(kept.get("text/plain", ""), 10 * MAX_TEXT)
    return {"data": kept}


def _figure(frame: Data) -> Data:
    image = frame["data"]["image/png"]
    if not isinstance(image, str):
        raise TypeError("not a text")
    return {
        "data": {"image/png": image},
        "width": int(number(frame["width"], high=100_000)),
        "height": int(number(frame["height"], high=100_000)),
        "alt": _text(frame.get("alt", ""), 1000),
    }


def _assertion(frame: Data) -> Data:
    return {
        "passed": frame["passed"] is True,
        "source": _text(frame["source"], 2000),
        "message": _text(frame.get("message", "")),
    }


def _error(frame: Data) -> Data:
    frames = [
        {
            "line": int(number(item["line"], high=MAX_LINE)),
            "function": _text(item["function"], MAX_NAME),
            "source": _text(item.get("source", ""), 1000),
        }
        for item in frame["frames"][:100]
    ]
    return {
        "type": _text(frame["type"], MAX_NAME),
        "message": _text(frame["message"]),
        "traceback": _text(frame["traceback"]),
        "frames": frames,
        "note": None,
    }


def _variables(frame: Data) -> Data:
    return {"variables": [_variable(item) for item in frame["variables"][:MAX_VARIABLES]]}


def _variable(item: Data) -> Data:
    row: Data = {}
    for name, kind in _VARIABLE_FIELDS.items():
        value = item.get(name)
        row[name] = _text(value, 400) if isinstance(value, str) else value
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{name} is not a {kind.__name__}")
    row["name"] = _text(row["name"], MAX_NAME)
    shape = item.get("shape")
    row["shape"] = [int(number(size)) for size in shape[:64]] if isinstance(shape, list) else None
    return row


_READERS: dict[str, Callable[[Data], Data]] = {
    "value": _value,
    "figure": _figure,
    "assertion": _assertion,
    "error": _error,
    "variables": _variables,
    **looks_intake.READERS,
}
