"""The storage map as something a template can draw: memory in cells, and over it, name by name, what each looks at.

Everything from a run is data here, never markup; whatever it claims, what is drawn of it is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.web.endings import size

COLUMNS = 64
"""Cells that are drawn of one storage at the most."""
FEW = 12
"""Elements of each name that are drawn where not all cells are."""
ELEMENTS = 64
ARCS = 3
"""Dimensions whose stride is drawn."""
CELL_HEIGHT = 38
ARC_HEIGHT = 22
RULER_HEIGHT = 18
OFFSET_HEIGHT = 16
GAP = 26
"""Width of what stands for cells that are left out."""
_NARROW, _WIDE, _CHARACTER = 38, 92, 7.4
_SHOWN = 12
_STAR = "∗"


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a lane: one element in its cells, or a cell that this name does not look at."""

    x: int
    width: int
    text: str = ""
    index: str = ""
    """Which element it is, ``1,0``; a ``∗`` stands for every index of a dimension whose stride is 0."""
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """The step from element 0 to the next one along a dimension."""

    path: str
    x: int
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What one name looks at."""

    name: str
    kind: str
    shape: str
    stride: str
    offset: int
    dtype: str
    contiguous: bool
    version: str
    requires_grad: bool
    same_as: str
    boxes: tuple[Box, ...]
    arcs: tuple[Arc, ...]
    offset_to: int
    """x of element 0, where that is not the first cell; 0 otherwise."""
    cells: str
    """The numbers of its cells: ``0–5``, ``0, 2, 4``."""
    partial: bool
    """Whether it has elements that are not drawn."""
    width: int
    height: int
    top: int
    """y of the cells."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A number over the cells, or the gap where some are left out."""

    x: int
    text: str


@dataclass(frozen=True, slots=True)
class StorageMap:
    """One storage, and the names that look into it."""

    letter: str
    colour: str
    """The last letter, by which its colour goes; empty where only one name looks into it."""
    device: str
    nbytes: str
    unit: int
    marks: tuple[Mark, ...]
    gaps: tuple[int, ...]
    lanes: tuple[Lane, ...]
    width: int
    left_out: int

    @property
    def names(self) -> list[str]:
        """Of all lanes."""
        return [lane.name for lane in self.lanes]


@dataclass(frozen=True, slots=True)
class StorageMaps:
    """All of a run: those that several names share first, as they are why one looks."""

    shared: tuple[StorageMap, ...]
    alone: tuple[StorageMap, ...]
    opaque: tuple[tuple[str, str], ...]
    """Names and types of what could not be looked into."""
    left_out: int


def storage_maps(event: Mapping[str, Any]) -> StorageMaps:
    """The maps of a ``storages`` event."""
    maps = [_map(item) for item in event.get("storages") or []]
    return StorageMaps(
        shared=tuple(one for one in maps if len(one.lanes) > 1),
        alone=tuple(one for one in maps if len(one.lanes) == 1),
        opaque=tuple((str(item["name"]), str(item["type"])) for item in event.get("opaque") or []),
        left_out=int(event.get("left_out") or 0),
    )


@dataclass(slots=True)
class _Columns:
    """Where each cell that is drawn stands."""

    cell: int
    places: dict[int, int] = field(default_factory=dict)
    gaps: list[int] = field(default_factory=list)
    width: int = 0

    def lay(self, units: Sequence[int], total: int) -> None:
        """Put *units* (sorted) side by side, with a gap where some between them, before or after are left out."""
        expected = 0
        for unit in units:
            if unit != expected:
                self._gap()
            self.places[unit] = self.width
            self.width += self.cell
            expected = unit + 1
        if expected < total:
            self._gap()

    def _gap(self) -> None:
        self.gaps.append(self.width)
        self.width += GAP


def _map(item: Mapping[str, Any]) -> StorageMap:
    unit, views = int(item["unit"]), item["views"]
    total = int(item["nbytes"]) // unit
    elements = [_elements(view, unit) for view in views]
    columns = _Columns(min(_WIDE, max([_NARROW, *(_room(view, unit) for view in views)])))
    columns.lay(_drawn(elements, total), total)
    lanes = tuple(_lane(view, found, columns, unit) for view, found in zip(views, elements, strict=True))
    letter = str(item["letter"])
    return StorageMap(
        letter=letter,
        colour=letter[-1:] if len(lanes) > 1 and letter.isalpha() else "",
        device=str(item["device"]),
        nbytes=size(int(item["nbytes"])),
        unit=unit,
        marks=tuple(Mark(x + columns.cell // 2, str(number)) for number, x in columns.places.items()),
        gaps=tuple(x + GAP // 2 for x in columns.gaps),
        lanes=lanes,
        width=columns.width,
        left_out=int(item["left_out"]),
    )


def _room(view: Mapping[str, Any], unit: int) -> int:
    """How wide a cell must be for the longest of its values."""
    longest = max((len(str(text)) for text in view["values"] or ()), default=1)
    return round((longest * _CHARACTER + 12) / max(1, int(view["itemsize"]) // unit))


@dataclass(frozen=True, slots=True)
class _Element:
    index: tuple[int, ...]
    unit: int
    """The first cell that it is in."""
    span: int


def _elements(view: Mapping[str, Any], unit: int) -> list[_Element]:
    """The first elements of a view, in the order of their indices."""
    shape, itemsize = view["shape"], view["itemsize"]
    if 0 in shape:
        return []
    found: list[_Element] = []
    index = [0] * len(shape)
    while len(found) < ELEMENTS:
        steps = sum(i * step for i, step in zip(index, view["stride"], strict=False))
        here = view["start"] + round(steps * itemsize)
        found.append(_Element(tuple(index), here // unit, max(1, itemsize // unit)))
        for dimension in reversed(range(len(index))):
            index[dimension] += 1
            if index[dimension] < shape[dimension]:
                break
            index[dimension] = 0
        else:
            break
    return found


def _drawn(elements: Sequence[Sequence[_Element]], total: int) -> list[int]:
    """Numbers of the cells that are drawn: all, or those of the first elements of each name."""
    if total <= COLUMNS:
        return list(range(total))
    wanted: set[int] = set()
    for found in elements:
        for element in found[:FEW]:
            if len(wanted) + element.span <= COLUMNS:
                wanted.update(range(element.unit, element.unit + element.span))
    return sorted(unit for unit in wanted if 0 <= unit < total)


def _lane(view: Mapping[str, Any], found: Sequence[_Element], columns: _Columns, unit: int) -> Lane:
    values = view["values"]
    boxes: dict[int, Box] = {}
    covered: set[int] = set()
    by_place: dict[int, list[int]] = {}
    for position, element in enumerate(found):
        by_place.setdefault(element.unit, []).append(position)
    for place, positions in by_place.items():
        first = found[positions[0]]
        units = range(place, place + first.span)
        if any(number not in columns.places for number in units):
            continue
        covered.update(units)
        text = values[positions[0]] if values and positions[0] < len(values) else ""
        index = _index([found[position].index for position in positions], view)
        boxes[place] = Box(
            columns.places[place], columns.cell * first.span, _fitting(text, first, columns), index, seen=True
        )
    for number, x in columns.places.items():
        if number not in covered:
            boxes[number] = Box(x, columns.cell)
    arcs = _arcs(view, found, columns, unit)
    top = ARC_HEIGHT if arcs else 4
    start = found[0].unit if found else 0
    beyond = _count(view["shape"]) > len(found) or len(by_place) > sum(box.seen for box in boxes.values())
    shift = bool(found) and start > 0 and start in columns.places
    return Lane(
        name=str(view["name"]),
        kind=str(view["kind"]),
        shape=_sizes(view["shape"]),
        stride=_sizes(view["stride"]),
        offset=int(view["offset"]),
        dtype=str(view["dtype"]).removeprefix("torch."),
        contiguous=bool(view["contiguous"]),
        version="" if view["version"] is None else str(view["version"]),
        requires_grad=bool(view["requires_grad"]),
        same_as=str(view["same_as"] or ""),
        boxes=tuple(boxes[number] for number in sorted(boxes)),
        arcs=arcs,
        offset_to=columns.places[start] if shift else 0,
        cells=_ranges(sorted(covered)),
        partial=beyond,
        width=columns.width,
        height=top + CELL_HEIGHT + (OFFSET_HEIGHT if shift else 2),
        top=top,
    )


def _fitting(text: str, element: _Element, columns: _Columns) -> str:
    room = int((columns.cell * element.span - 4) / _CHARACTER)
    return text if len(text) <= room else text[: max(1, room - 1)] + "…"


def _index(indices: Sequence[tuple[int, ...]], view: Mapping[str, Any]) -> str:
    """Which elements are in one place."""
    strides, shape = view["stride"], view["shape"]
    spread = [step == 0 and length > 1 for step, length in zip(strides, shape, strict=False)]
    names = dict.fromkeys(
        ",".join(_STAR if every else str(i) for i, every in zip(index, spread, strict=False)) for index in indices
    )
    first = next(iter(names))
    return first if len(names) == 1 else f"{first} +{len(names) - 1}"


def _arcs(view: Mapping[str, Any], found: Sequence[_Element], columns: _Columns, unit: int) -> tuple[Arc, ...]:
    """From element 0 one step along each dimension, the last dimension first and lowest."""
    if not found or found[0].unit not in columns.places:
        return ()
    arcs: list[Arc] = []
    for shape, step in reversed(list(zip(view["shape"], view["stride"], strict=False))):
        to = (view["start"] + round(step * view["itemsize"])) // unit
        if shape < 2 or step == 0 or to not in columns.places or len(arcs) == ARCS:  # noqa: PLR2004
            continue
        from_x, to_x = (columns.places[place] + columns.cell * found[0].span // 2 for place in (found[0].unit, to))
        rise = min(ARC_HEIGHT - 7, 8 + 5 * len(arcs))
        base, peak = ARC_HEIGHT - 1, ARC_HEIGHT - 1 - rise
        path = f"M{from_x} {base}C{from_x} {peak - 3} {to_x} {peak - 3} {to_x} {base}"
        arcs.append(Arc(path, (from_x + to_x) // 2, max(9, peak + 3), str(step)))
    return tuple(arcs)


def _ranges(numbers: Sequence[int]) -> str:
    """``0–2, 6``."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    shown = ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs[:_SHOWN])
    return shown + (", …" if len(runs) > _SHOWN else "")


def _sizes(sizes: Iterable[Any]) -> str:
    return f"[{', '.join(str(number) for number in sizes)}]"


def _count(shape: Iterable[int]) -> int:
    total = 1
    for length in shape:
        total *= length
    return total
