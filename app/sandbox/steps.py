"""A run through time: after each top-level statement the small tensors, their versions, and what has changed.

What is kept between statements is text and weak references: no tensor lives longer for having been looked at.
"""

from __future__ import annotations

import ast
import time
import weakref
import zlib
from dataclasses import dataclass, field
from typing import Any, Literal

from app.sandbox import cells, inspector, tensors
from app.sandbox.reached import Named, lettered, reached
from app.sandbox.storages import requires_grad, version

STEPS = 200
NAMES = 40
VALUES = 64
"""Elements whose values are kept of one tensor; of a larger one, the first few."""
FIRST = 6
CELLS = 8_000
"""Values that are told of one run, together."""
SECONDS = 1.0
"""Time that looking may take, together."""
_SUMMED = 64 * 1024
"""Bytes of a larger tensor that are summed up, to see whether it has changed."""
_SOURCE = 200
_WALKED = 2000

Change = Literal["new", "rebound", "in_place", "unseen", "written", "version", "memory", "flag", "gone"]
"""What a statement did to a name.

``in_place``: other values, and the version counter knows. ``unseen``: other values behind its back (``.data``, an
array). ``written``: other values of what has no version counter. ``version``: counted, with the same values as before.
``memory``: the same tensor over other memory, or in another shape.
"""


@dataclass(slots=True)
class _Seen:
    """What is remembered of a name until the next statement."""

    who: weakref.ref[Any]
    where: tuple[Any, ...]
    raw: list[bytes] | None
    summed: int
    version: int | None
    grad: bool


@dataclass(slots=True)
class Recorder:
    """Takes a look after each statement."""

    namespace: dict[str, Any]
    steps: list[dict[str, Any]] = field(default_factory=list)
    left_out: int = 0
    stopped: str | None = None
    """Why no more steps are recorded: ``steps``, ``time`` or ``size``."""
    _before: dict[str, _Seen] = field(default_factory=dict)
    _told: int = 0
    _spent: float = 0.0

    def step(self, statement: ast.stmt, source: str, *, failed: bool = False) -> None:
        """Look at what *statement* has left."""
        if self.stopped is not None or len(self.steps) >= STEPS:
            self.stopped = self.stopped or "steps"
            self.left_out += 1
            return
        began = time.perf_counter()
        try:
            rows = self._rows(_mentioned(statement))
        except Exception:  # noqa: BLE001 - a program can make any look fail: recursion, memory, a torch taken apart
            rows = []
        line = {"line": statement.lineno, "source": source[:_SOURCE], "failed": failed}
        self.steps.append({**line, "rows": rows})
        self._spent += time.perf_counter() - began
        if self._spent > SECONDS:
            self.stopped = "time"
        elif self._told > CELLS:
            self.stopped = "size"

    def report(self) -> dict[str, Any]:
        """All steps. Only what a statement has changed is told with it."""
        return {"steps": self.steps, "stopped": self.stopped, "left_out": self.left_out}

    def _rows(self, mentioned: set[str]) -> list[dict[str, Any]]:
        found, _ = reached(self.namespace, NAMES)
        letters = lettered(self.namespace, found)
        now: dict[str, _Seen] = {}
        rows: list[dict[str, Any]] = []
        for named, letter in zip(found, letters, strict=True):
            seen = cells.layout(named.value)
            if seen is None:
                continue
            now[named.name] = current = _look(named, seen)
            change = _change(self._before.get(named.name), current, named.value)
            if change is not None:
                rows.append(self._row(named, seen, letter, current, change))
        rows += [{"name": name, "change": "gone", "through": None} for name in self._before if name not in now]
        self._before = now
        _tell_causes(rows, mentioned)
        return rows

    def _row(
        self, named: Named, seen: cells.Layout, letter: str | None, current: _Seen, change: Change
    ) -> dict[str, Any]:
        before = self._before.get(named.name) if change not in ("new", "rebound") else None
        values = None if current.raw is None else cells.texts(seen, current.raw)
        self._told += len(values or ())
        return {
            "name": named.name,
            "change": change,
            "kind": "array" if tensors.is_array(named.value) else "tensor",
            "shape": list(seen.shape),
            "dtype": seen.dtype,
            "requires_grad": current.grad,
            "letter": letter,
            "version": current.version,
            "version_before": None if before is None else before.version,
            "values": values,
            "more": values is not None and seen.count > len(values),
            "changed": _changed(before, current),
            "through": None,
        }


def _look(named: Named, seen: cells.Layout) -> _Seen:
    count = VALUES if seen.count <= VALUES else FIRST
    raw = cells.elements(named.value, seen, count)
    rest = cells.whole(seen, _SUMMED) if seen.count > count else None
    return _Seen(
        who=weakref.ref(named.value),
        where=(seen.address, seen.start, seen.shape, seen.strides, seen.dtype, seen.device),
        raw=raw,
        summed=0 if rest is None else zlib.crc32(rest),
        version=version(named.value),
        grad=requires_grad(named.value),
    )


def _change(before: _Seen | None, now: _Seen, value: Any) -> Change | None:  # noqa: PLR0911 - one for each change
    if before is None:
        return "new"
    if before.who() is not value:
        return "rebound"
    if before.where != now.where:
        return "memory"
    counted = before.version != now.version
    if before.raw != now.raw or before.summed != now.summed:
        if now.version is None:
            return "written"
        return "in_place" if counted else "unseen"
    if counted:
        return "version"
    return "flag" if before.grad != now.grad else None


def _changed(before: _Seen | None, now: _Seen) -> list[int]:
    """Which of the elements that are shown are others now."""
    if before is None or before.raw is None or now.raw is None or len(before.raw) != len(now.raw):
        return []
    return [index for index, (old, new) in enumerate(zip(before.raw, now.raw, strict=True)) if old != new]


def _tell_causes(rows: list[dict[str, Any]], mentioned: set[str]) -> None:
    """Of what changed without being mentioned: through which name of the same memory, if one was."""
    writes = [row for row in rows if row["change"] in ("in_place", "unseen", "written", "version")]
    for row in writes:
        if _root(row["name"]) not in mentioned and row["letter"] is not None:
            others = (other["name"] for other in writes if other["letter"] == row["letter"])
            row["through"] = next((name for name in others if _root(name) in mentioned), None)


def _root(name: str) -> str:
    """``layer`` of ``layer.weight``, ``pair`` of ``pair[0]``."""
    return name.partition(".")[0].partition("[")[0]


def _mentioned(statement: ast.stmt) -> set[str]:
    """Names in *statement*, as far as it is walked."""
    found: set[str] = set()
    for position, node in enumerate(ast.walk(statement)):
        if isinstance(node, ast.Name):
            found.add(node.id[: inspector.NAME_LIMIT])
        if position >= _WALKED:
            break
    return found
