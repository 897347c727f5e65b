"""Two runs of one program beside each other: what each showed after every statement, and which lines differ.

Addresses, timings, temporary folders and the places of torch's own code are no differences, nor are numbers that agree
to about four digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final

from app.notes.models import SnippetView
from app.proofs.compare import normalise, same_text
from app.web.cards import Line, segments
from app.web.language import N_, Words
from app.web.outputs import (
    Block,
    CheckBlock,
    ErrorBlock,
    FigureBlock,
    HtmlBlock,
    ModuleBlock,
    NoticeBlock,
    TableBlock,
    TensorBlock,
    TerminalBlock,
    TextBlock,
)
from app.web.transcript import Transcript

MOST_LINES: Final = 400
"""Lines of one statement that are compared; what comes after them is left out."""
MOST_TEXT: Final = 2000

_PLACES: Final = (
    (re.compile(r"(?:/[\w.+-]+)*/(?:site|dist)-packages/([\w./+-]+?\.py)(?:\", line |:)\d+"), r"\1"),
    (re.compile(r"(?:/[\w.+-]+)*/lib/python3\.\d+/([\w./+-]+?\.py)(?:\", line |:)\d+"), r"\1"),
    (re.compile(r"(?:/[\w.+-]+)+\.(?:cpp|cu|cuh|h|hpp|cc):\d+"), "<internal>"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One line that a run showed, or a figure; ``stream`` is ``error`` where it belongs to an exception."""

    text: str
    differs: bool
    kind: str = "text"
    figure: FigureBlock | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A statement's lines of code, and what it showed on either side."""

    lines: tuple[Line, ...]
    left: tuple[Shown, ...]
    right: tuple[Shown, ...]

    @property
    def differs(self) -> bool:
        """Whether the sides do not show the same."""
        return any(one.differs for one in (*self.left, *self.right))


def steps(view: SnippetView, words: Words, left: Transcript, right: Transcript) -> tuple[Step, ...]:
    """The program of *view*, cut after each statement, with both sides' outputs."""
    return tuple(_steps(view, words, left, right))


def count_differences(compared: Sequence[Step]) -> int:
    """How many lines differ, a changed line counted once."""
    return sum(max(sum(one.differs for one in step.left), sum(one.differs for one in step.right)) for step in compared)


def _steps(view: SnippetView, words: Words, left: Transcript, right: Transcript) -> Iterator[Step]:
    for one, other in zip(segments(view, left), segments(view, right), strict=True):
        mine, theirs = _items(words, one.blocks), _items(words, other.blocks)
        lines = []
        for a, b in zip(one.lines, other.lines, strict=True):
            lines.append(a if a.mark == b.mark else replace(a, mark=""))
            if a.mark != b.mark:
                mine[:0] = _verdict(words, a.mark)
                theirs[:0] = _verdict(words, b.mark)
        yield Step(tuple(lines), *marked(mine, theirs))


def marked(left: Sequence[Shown], right: Sequence[Shown]) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
    """Both sides with the lines marked that the other has not."""
    sides = ([_key(one) for one in left], [_key(one) for one in right])
    same: tuple[set[int], set[int]] = (set(), set())
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, *sides, autojunk=False).get_opcodes():
        if tag == "equal":
            same[0].update(range(i1, i2))
            same[1].update(range(j1, j2))
        elif tag == "replace":
            for i, j in zip(range(i1, i2), range(j1, j2), strict=False):
                if same_text(sides[0][i], sides[1][j]):
                    same[0].add(i)
                    same[1].add(j)
    return (
        tuple(Shown(one.text, i not in same[0], one.kind, one.figure) for i, one in enumerate(left)),
        tuple(Shown(one.text, j not in same[1], one.kind, one.figure) for j, one in enumerate(right)),
    )


def _key(one: Shown) -> str:
    """What is compared of a line."""
    if one.figure is not None:
        return one.figure.source
    text = one.text.rstrip()
    for pattern, placeholder in _PLACES:
        text = pattern.sub(placeholder, text)
    return normalise(text)


def _items(words: Words, blocks: Sequence[Block]) -> list[Shown]:
    items = [item for block in blocks for item in _of(words, block)]
    return items[:MOST_LINES]


def _of(words: Words, block: Block) -> Iterator[Shown]:
    if isinstance(block, FigureBlock):
        yield Shown("", differs=False, kind="figure", figure=block)
        return
    kind = "error" if isinstance(block, ErrorBlock | CheckBlock) else "text"
    text = _text(words, block).rstrip("\n")
    for line in text.split("\n") if text else ():
        yield Shown(line[:MOST_TEXT], differs=False, kind=kind)


def _text(words: Words, block: Block) -> str:
    """The block as it would be printed."""
    text = ""
    match block:
        case TerminalBlock():
            text = "\n".join("".join(char for char, _ in line) for piece in block.pieces for line in piece.lines)
        case TextBlock(text=plain) | HtmlBlock(plain=plain) | TensorBlock(plain=plain) | ModuleBlock(plain=plain):
            text = plain
        case TableBlock():
            text = _table(block)
        case ErrorBlock():
            text = f"{block.type}: {block.message}" if block.message else block.type
        case CheckBlock():
            text = f"{words(N_('does not hold'))}: {block.source}" + (f"\n{block.message}" if block.message else "")
        case NoticeBlock():
            text = words(N_("Something was left out."))
    return text


def _table(block: TableBlock) -> str:
    rows = [block.columns, *block.rows]
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(block.columns))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=False)) for row in rows)


def _verdict(words: Words, mark: str) -> list[Shown]:
    """Beside an assert that the sides don't agree about: whether it holds. One that doesn't speaks for itself."""
    if mark == "fail":
        return []
    text = f"✓ {words(N_('holds'))}" if mark == "pass" else words(N_("not checked yet"))
    return [Shown(text, differs=False)]
