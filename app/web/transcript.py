"""Where each thing a run showed belongs on the page: the fold from events to slots, marks and an ending."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from app.notes.models import SnippetView
from app.web.explain import warnings_in
from app.web.outputs import (
    Block,
    CheckBlock,
    NoticeBlock,
    TerminalBlock,
    WarnedBlock,
    error_block,
    figure_block,
    value_block,
)

Explain = Callable[[str, str], str | None]
"""From an exception's type and message to the slug of the note that explains it."""
Mark = Literal["pass", "fail"]
MOST_WARNINGS = 20
"""Warnings of a run that are looked up."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A row of the variable table."""

    name: str
    kind: str
    numeric: bool
    """Whether it is a tensor or an array; a module or a list has no shape, dtype or graph."""
    shape: str
    dtype: str
    device: str
    requires_grad: bool
    is_leaf: bool
    grad_fn: str
    in_graph: bool
    storage: str
    shared: bool
    """Whether another row has the same storage."""
    view_of: str
    preview: str


@dataclass(slots=True)
class Changes:
    """What is new since it was last asked for."""

    appended: list[tuple[int, Block]] = field(default_factory=list)
    """Slot and block, in order."""
    grown: list[tuple[TerminalBlock, int]] = field(default_factory=list)
    """Terminals that were there before, and the first of their pieces that changed."""
    marks: list[int] = field(default_factory=list)
    """Lines whose ✓ or ✗ is now known."""
    bad_line: int | None = None
    queued: bool = False
    """Its place in the queue is another."""
    started: bool = False
    ended: bool = False


class Transcript:
    """One run, laid out along the code of *view*.

    ``file_lines`` says that the events speak of the file's lines, as recordings do, and not of the view's.
    """

    def __init__(
        self, prefix: str, view: SnippetView, *, file_lines: bool = False, explain: Explain = lambda *_: None
    ) -> None:
        self.prefix = prefix
        self.ends = sorted({statement.end for statement in view.statements}) or [max(1, len(view.lines))]
        self._asserts = {s.start for s in view.statements if s.is_assert}
        self._starts = sorted({s.start for s in view.statements})
        self._file_lines: Sequence[int] | None = view.lines if file_lines else None
        self._explain = explain
        self.slots: dict[int, list[Block]] = {index: [] for index in range(len(self.ends))}
        self.marks: dict[int, Mark] = {}
        self.bad_line: int | None = None
        self.raised = ""
        self.run_id = ""
        self.queued: Mapping[str, Any] = {}
        """Its place in the queue, as the last event told it."""
        self.started: Mapping[str, Any] = {}
        self.done: Mapping[str, Any] = {}
        self.variables: tuple[Variable, ...] = ()
        self.looks: dict[str, Mapping[str, Any]] = {}
        """What looking inside has shown, by kind of event."""
        self._slot = len(self.ends) - 1
        self._count = 0
        self._pieces: dict[str, int] = {}
        self._changes = Changes()
        self._warned = 0
        self._told: set[str] = set()

    def apply(self, event: Mapping[str, Any]) -> None:  # noqa: C901, PLR0912 - one case per kind of event
        """Take in *event* (as ``Event.as_dict`` gives it). Unknown kinds are passed over."""
        line = self._line(event.get("line"))
        if line is not None:
            self._slot = min(bisect_left(self.ends, line), len(self.ends) - 1)
        match event.get("kind"):
            case "queued":
                self.run_id = str(event.get("id", ""))
                self.queued = event
                self._changes.queued = True
            case "started":
                self.started = event
                self._changes.started = True
            case "stdout" | "stderr" as stream:
                self._written(str(event.get("text", "")), str(stream))
            case "value":
                self._add(value_block(self._next_id(), event.get("data") or {}))
            case "figure":
                self._figure(event)
            case "assertion":
                self._assertion(event, line)
            case "error":
                self._error(event, line)
            case "variables":
                self.variables = variables(event.get("variables") or [])
            case "storages" | "steps" | "graphs" as look:
                self.looks[look] = event
            case "truncated":
                self._add(NoticeBlock(self._next_id(), str(event.get("what", "")), int(event.get("limit") or 0)))
            case "done":
                self.done = event
                self._changes.ended = True
            case _:
                pass

    def take_changes(self) -> Changes:
        """What has changed since the last call."""
        taken, self._changes = self._changes, Changes()
        for blocks in self.slots.values():
            for block in blocks:
                if isinstance(block, TerminalBlock):
                    self._pieces[block.id] = len(block.pieces)
        return taken

    def first_changed_piece(self, block: TerminalBlock) -> int:
        """Index of the piece of *block* that was the last one when changes were last taken."""
        return max(0, self._pieces.get(block.id, 1) - 1)

    def _line(self, line: Any) -> int | None:
        if not isinstance(line, int):
            return None
        return line if self._file_lines is None else max(1, bisect_right(self._file_lines, line))

    def _next_id(self) -> str:
        self._count += 1
        return f"{self.prefix}-b{self._count}"

    def _add(self, block: Block) -> None:
        self.slots[self._slot].append(block)
        self._changes.appended.append((self._slot, block))

    def _written(self, text: str, stream: str) -> None:
        self._write(text, stream)
        if stream == "stderr":
            self._warnings(text)

    def _write(self, text: str, stream: str) -> None:
        blocks = self.slots[self._slot]
        last = blocks[-1] if blocks else None
        if not isinstance(last, TerminalBlock):
            last = TerminalBlock(self._next_id())
            last.feed(text, stream)
            self._add(last)
            return
        grown = self._changes.grown
        new = any(block is last for _, block in self._changes.appended)
        if not new and all(block is not last for block, _ in grown):
            grown.append((last, len(last.pieces) - 1))
        last.feed(text, stream)

    def _warnings(self, text: str) -> None:
        """Say once of each known warning in *text* where it is explained."""
        for kind, message in warnings_in(text):
            if self._warned >= MOST_WARNINGS:
                return
            self._warned += 1
            note = self._explain(kind, message)
            if note and note not in self._told:
                self._told.add(note)
                self._add(WarnedBlock(self._next_id(), note))

    def _figure(self, event: Mapping[str, Any]) -> None:
        try:
            self._add(figure_block(self._next_id(), event))
        except (KeyError, TypeError, ValueError):
            self._add(NoticeBlock(self._next_id(), "figures", 0))

    def _assertion(self, event: Mapping[str, Any], line: int | None) -> None:
        passed = bool(event.get("passed"))
        if line is not None:
            start = self._starts[max(0, bisect_right(self._starts, line) - 1)] if self._starts else line
            self.marks[start] = "pass" if passed else "fail"
            self._changes.marks.append(start)
        if not passed:
            self._add(CheckBlock(self._next_id(), str(event.get("source", "")), str(event.get("message") or "")))

    def _error(self, event: Mapping[str, Any], line: int | None) -> None:
        note = event.get("note") or self._explain(str(event.get("type", "")), str(event.get("message", "")))
        self._add(error_block(self._next_id(), self._in_view(event), note))
        self.bad_line = line
        self.raised = str(event.get("type", ""))
        self._changes.bad_line = line

    def _in_view(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """*event* with its frames at the view's lines."""
        frames = [{**f, "line": self._line(f.get("line")) or 0} for f in event.get("frames") or []]
        return {**event, "frames": frames}


def variables(rows: Sequence[Mapping[str, Any]]) -> tuple[Variable, ...]:
    """The variable table of a ``variables`` event."""
    letters = [str(row.get("storage") or "") for row in rows]
    return tuple(
        Variable(
            name=str(row.get("name", "")),
            kind=str(row.get("kind", "")),
            numeric=bool(row.get("dtype")),
            shape=_shape(row.get("shape")) if row.get("dtype") else "",
            dtype=str(row.get("dtype") or "").removeprefix("torch."),
            device=str(row.get("device") or ""),
            requires_grad=bool(row.get("requires_grad")),
            is_leaf=bool(row.get("is_leaf")),
            grad_fn=str(row.get("grad_fn") or ""),
            in_graph=bool(row.get("in_graph")),
            storage=letter,
            shared=bool(letter) and letters.count(letter) > 1,
            view_of=str(row.get("view_of") or ""),
            preview=str(row.get("preview") or ""),
        )
        for row, letter in zip(rows, letters, strict=True)
    )


def _shape(shape: Any) -> str:
    """As torch prints a size: ``[2, 3]``, ``[]`` for a scalar; empty for what has none."""
    return f"[{', '.join(str(n) for n in shape)}]" if isinstance(shape, list | tuple) else ""
