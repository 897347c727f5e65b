"""Which names look into the same memory, and how: the storage map at the end of a run."""

from __future__ import annotations

import math
from typing import Any

from app.sandbox import cells, inspector, tensors
from app.sandbox.reached import Named, lettered, reached

STORAGES = 24
VIEWS = 12
"""Names that are listed for one storage."""
VALUES = 64
"""Elements whose values are told for one name."""
OPAQUE = 12


def storages(namespace: dict[str, Any]) -> dict[str, Any]:
    """Every storage that the reader's names look into, each with those names. Looking changes nothing.

    Offsets from the first byte, and how many bytes an element has, are told in ``start`` and ``itemsize``; ``offset``
    and ``stride`` are in elements, as torch has them. ``unit`` is the largest cell in which all views of a storage can
    be drawn.
    """
    found, left_out = reached(namespace)
    groups: dict[str, list[tuple[Named, cells.Layout]]] = {}
    opaque: list[dict[str, Any]] = []
    for named, letter in zip(found, lettered(namespace, found), strict=True):
        seen = cells.layout(named.value)
        if seen is not None:
            groups.setdefault(letter or f"({named.name})", []).append((named, seen))
        elif len(opaque) < OPAQUE:
            opaque.append({"name": named.name, "type": tensors.type_name(named.value)[: inspector.NAME_LIMIT]})
    rows = [_storage(letter, views) for letter, views in list(groups.items())[:STORAGES]]
    return {"storages": rows, "opaque": opaque, "left_out": left_out + max(0, len(groups) - STORAGES)}


def _storage(letter: str, views: list[tuple[Named, cells.Layout]]) -> dict[str, Any]:
    """One storage. Arrays and tensors of the same memory need not begin at the same byte of it."""
    addresses = [seen.address for _, seen in views if seen.address is not None]
    low = min(addresses, default=0)
    shifts = [0 if seen.address is None else seen.address - low for _, seen in views]
    rows = [_view(named, seen, shift) for (named, seen), shift in zip(views[:VIEWS], shifts, strict=False)]
    for position, row in enumerate(rows):
        row["same_as"] = next((n.name for n, _ in views[:position] if n.value is views[position][0].value), None)
    return {
        "letter": letter,
        "device": views[0][1].device,
        "nbytes": max(shift + seen.nbytes for (_, seen), shift in zip(views, shifts, strict=True)),
        "unit": math.gcd(*(part for row, (_, seen) in zip(rows, views, strict=False) for part in _parts(row, seen))),
        "views": rows,
        "left_out": len(views) - len(rows),
    }


def _parts(row: dict[str, Any], seen: cells.Layout) -> tuple[int, ...]:
    """What a cell must divide."""
    return row["start"], row["itemsize"], *seen.strides


def _view(named: Named, seen: cells.Layout, shift: int) -> dict[str, Any]:
    value = named.value
    raw = cells.elements(value, seen, VALUES)
    row: dict[str, Any] = {
        "name": named.name,
        "kind": "array" if tensors.is_array(value) else "tensor",
        "dtype": seen.dtype,
        "shape": list(seen.shape),
        "stride": _in_elements(seen.strides, seen.itemsize),
        "offset": seen.start // seen.itemsize,
        "start": shift + seen.start,
        "itemsize": seen.itemsize,
        "contiguous": is_contiguous(seen),
        "version": version(value),
        "requires_grad": requires_grad(value),
        "values": None if raw is None else cells.texts(seen, raw),
    }
    return row


def _in_elements(strides: tuple[int, ...], itemsize: int) -> list[int | float]:
    """Strides as torch counts them; an array's may be no whole number of elements."""
    return [step // itemsize if step % itemsize == 0 else round(step / itemsize, 3) for step in strides]


def is_contiguous(seen: cells.Layout) -> bool:
    """Whether the elements lie in the order of their indices without gaps."""
    expected = seen.itemsize
    for size, step in zip(reversed(seen.shape), reversed(seen.strides), strict=True):
        if size != 1 and step != expected and seen.count:
            return False
        expected *= size
    return True


def version(value: Any) -> int | None:
    """How often an operation in place has been counted; None for an array, or in inference mode."""
    if tensors.is_array(value) or not tensors.is_plain(value):
        return None
    with tensors.untouched():
        return None if cells.called(value, "is_inference") else int(cells.ask(value, "_version"))


def requires_grad(value: Any) -> bool:
    """Whether autograd follows it."""
    if tensors.is_array(value) or not tensors.is_plain(value):
        return False
    with tensors.untouched():
        return bool(cells.ask(value, "requires_grad"))
