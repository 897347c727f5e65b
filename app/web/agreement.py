"""How the outputs of several runs of one program compare: line by line whether they agree, and how numbers spread."""

from __future__ import annotations

import math
import re
import statistics
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.web.terminal import Terminal

MOST_ROWS: Final = 200
MOST_NUMBERS: Final = 200
"""Numbers of one output that are compared; of a larger one, its first."""
MOST_SHOWN: Final = 6
MOST_TEXT: Final = 2000
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")


@dataclass(frozen=True, slots=True)
class Output:
    """One thing that a run showed: at which line of the code, the how-manieth there, and its text."""

    line: int
    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Spread:
    """How one number differs from run to run."""

    low: float
    mean: float
    high: float
    std: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """One output in a group of runs."""

    shown: str
    """What the first run that has it showed."""
    agree: bool
    runs: int
    missing: int
    """Runs that didn't show it at all."""
    different: int
    """How many different texts there were."""
    spreads: tuple[Spread, ...] = ()
    """Of the numbers that differ, where only numbers do; the first few."""
    varying: int = 0
    numbers: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One output in every group of runs."""

    line: int
    groups: tuple[Agreement, ...]


def outputs(events: Iterable[Mapping[str, Any]]) -> list[Output]:
    """What a run showed, one entry per printed line, value, figure, check and error, in the order of the code."""
    written: dict[int, list[str]] = {}
    found: list[tuple[int, str]] = []
    for event in events:
        line = int(event.get("line") or 0)
        if event.get("kind") in {"stdout", "stderr"}:
            written.setdefault(line, []).append(str(event.get("text", "")))
            continue
        text = _text(event)
        if text is not None:
            found.append((line, text))
    for line, parts in written.items():
        found += [(line, text) for text in _as_a_terminal_shows("".join(parts))]
    counted: dict[int, int] = {}
    listed: list[Output] = []
    for line, text in sorted(found, key=lambda pair: pair[0]):
        index = counted[line] = counted.get(line, -1) + 1
        listed.append(Output(line, index, text[:MOST_TEXT]))
    return listed


def compare(groups: Sequence[Sequence[Sequence[Output]]]) -> list[Row]:
    """Every output of the runs of all *groups*, with how its texts agree within each of them."""
    tables = [[{(o.line, o.index): o.text for o in run} for run in group] for group in groups]
    keys = sorted({key for group in tables for run in group for key in run})[:MOST_ROWS]
    return [Row(key[0], tuple(_agreement([run.get(key) for run in group]) for group in tables)) for key in keys]


def _as_a_terminal_shows(text: str) -> list[str]:
    """The lines that are left of *text*, a progress bar's last state among them; blank ones aside."""
    screen = Terminal()
    screen.feed(text)
    lines = ("".join(char for char, _ in line).rstrip() for line in screen.lines)
    return [line for line in lines if line]


def _text(event: Mapping[str, Any]) -> str | None:
    match event.get("kind"):
        case "value":
            data = event.get("data") or {}
            return str(data.get("text/plain") or "…")
        case "figure":
            return f"figure {zlib.crc32(str(event.get('data')).encode()):08x}"
        case "assertion":
            return f"{'✓' if event.get('passed') else '✗'} {event.get('source', '')}"
        case "error":
            return f"{event.get('type', '')}: {event.get('message', '')}"
        case _:
            return None


def _agreement(texts: Sequence[str | None]) -> Agreement:
    there = [text for text in texts if text is not None]
    different = len(set(there))
    agree = different == 1 and len(there) == len(texts)
    shown = there[0] if there else ""
    spreads, varying, numbers = _spreads(there) if different > 1 else ((), 0, 0)
    return Agreement(shown, agree, len(texts), len(texts) - len(there), different, spreads, varying, numbers)


def _spreads(texts: Sequence[str]) -> tuple[tuple[Spread, ...], int, int]:
    """Of the numbers that differ: how, how many they are, and of how many. Nothing where more than numbers differs."""
    if len({re.sub(r"\s+", "", _NUMBER.sub("#", text)) for text in texts}) > 1:
        return (), 0, 0
    columns = list(zip(*([float(n) for n in _NUMBER.findall(text)[:MOST_NUMBERS]] for text in texts), strict=False))
    varying = [column for column in columns if len(set(column)) > 1 and all(map(math.isfinite, column))]
    spreads = tuple(
        Spread(min(column), statistics.fmean(column), max(column), statistics.stdev(column))
        for column in varying[:MOST_SHOWN]
    )
    return spreads, len(varying), len(columns)
