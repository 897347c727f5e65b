"""A run through time as something a template can draw: what each statement changed, name by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Value:
    """An element, and whether this statement made it another."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What a statement did to a name (``change``: one of :data:`app.sandbox.steps.Change`)."""

    name: str
    change: str
    through: str
    """The name of the same memory through which it changed, or empty."""
    shape: str = ""
    dtype: str = ""
    requires_grad: bool = False
    letter: str = ""
    version: str = ""
    version_before: str = ""
    """Only where it was another."""
    values: tuple[tuple[Value, ...], ...] | None = None
    """In rows; None where they can't be read."""
    more: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A top-level statement."""

    number: int
    line: int
    source: str
    failed: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """All steps that were recorded."""

    steps: tuple[Step, ...]
    first: int
    """Number of the first step that has something to show."""
    stopped: str
    left_out: int


def timeline(event: Mapping[str, Any]) -> Timeline:
    """The timeline of a ``steps`` event."""
    steps = tuple(
        Step(
            number=number,
            line=int(item["line"]),
            source=_first_lines(str(item["source"])),
            failed=bool(item["failed"]),
            rows=tuple(_row(row) for row in item["rows"]),
        )
        for number, item in enumerate(event.get("steps") or [], start=1)
    )
    return Timeline(
        steps=steps,
        first=next((step.number for step in steps if step.rows), 1),
        stopped=str(event.get("stopped") or ""),
        left_out=int(event.get("left_out") or 0),
    )


def _first_lines(source: str) -> str:
    """The first line of a statement, and a sign that there are more."""
    lines = source.strip().splitlines() or [""]
    return lines[0] + (" …" if len(lines) > 1 else "")


def _row(item: Mapping[str, Any]) -> Row:
    brief = Row(str(item["name"]), str(item["change"]), str(item.get("through") or ""))
    if brief.change == "gone":
        return brief
    version, before = item["version"], item["version_before"]
    shape = item["shape"]
    return Row(
        brief.name,
        brief.change,
        brief.through,
        shape=f"[{', '.join(str(length) for length in shape)}]",
        dtype=str(item["dtype"]).removeprefix("torch."),
        requires_grad=bool(item["requires_grad"]),
        letter=str(item["letter"] or ""),
        version="" if version is None else str(version),
        version_before="" if before is None or before == version else str(before),
        values=_values(item["values"], set(item["changed"]), shape[-1] if len(shape) > 1 else 0),
        more=bool(item["more"]),
    )


def _values(texts: list[str] | None, changed: set[int], width: int) -> tuple[tuple[Value, ...], ...] | None:
    """In rows of *width*, all in one if that is 0."""
    if texts is None:
        return None
    values = tuple(Value(text, index in changed) for index, text in enumerate(texts))
    width = width or len(values) or 1
    return tuple(values[start : start + width] for start in range(0, len(values), width))
