"""Rows of simple cells -> a table: a list of tuples or of dicts, or a dict of single values."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import torch

from app.sandbox import tensors

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE_MIME = "application/vnd.fieldnotes.table+json"
ROWS = 50
COLUMNS = 12

_LONGEST_CELL = 120
_LONGEST_INTEGER_BITS = 1024
_FEWEST = 2


def table(value: Any) -> dict[str, Any] | None:
    """The ``table+json`` of *value*, or None where a table would not help."""
    kind = type(value)
    if kind is dict:
        return _of_mapping(value)
    if kind not in (list, tuple) or len(value) < _FEWEST:
        return None
    rows = list(value[:ROWS])
    first = rows[0]
    if type(first) is dict:
        return _of_records(rows, len(value))
    if _is_row(first):
        return _of_rows(rows, len(value))
    return None


def _is_row(row: object) -> bool:
    """Whether *row* is a list, a tuple or a named tuple."""
    return type(row) in (list, tuple) or _fields(row) is not None


def _fields(row: object) -> tuple[str, ...] | None:
    """The field names of a named tuple."""
    fields = type(row).__dict__.get("_fields")
    if type(row).__bases__ != (tuple,) or not isinstance(fields, tuple):
        return None
    return fields if all(type(name) is str for name in fields) else None


def _of_rows(rows: Any, total: int) -> dict[str, Any] | None:
    width = tuple.__len__(rows[0]) if isinstance(rows[0], tuple) else len(rows[0])
    kind = type(rows[0])
    if width < _FEWEST or any(type(row) is not kind or len(row) != width for row in rows):
        return None
    names = _fields(rows[0]) or tuple(str(position) for position in range(width))
    return _build(list(names), [list(row[:COLUMNS]) for row in rows], total)


def _of_records(rows: Any, total: int) -> dict[str, Any] | None:
    keys = list(rows[0])
    if len(keys) == 0 or any(type(key) not in (str, int) for key in keys):
        return None
    if any(type(row) is not dict or list(row) != keys for row in rows):
        return None
    return _build([str(key) for key in keys], [[row[key] for key in keys[:COLUMNS]] for row in rows], total)


def _of_mapping(value: dict[Any, Any]) -> dict[str, Any] | None:
    if len(value) < _FEWEST:
        return None
    rows = [list(item) for item in itertools.islice(value.items(), ROWS)]
    return _build(["key", "value"], rows, len(value))


def _build(columns: list[str], rows: list[list[Any]], total: int) -> dict[str, Any] | None:
    cells = [[_cell(value) for value in row] for row in rows]
    texts = [[text for text in row if text is not None] for row in cells]
    if any(len(text) != len(row) for text, row in zip(texts, cells, strict=True)):
        return None
    cut = any(len(text) > _LONGEST_CELL for row in texts for text in row)
    return {
        "columns": [column[:_LONGEST_CELL] for column in columns[:COLUMNS]],
        "rows": [[_shorten(text) for text in row] for row in texts],
        "truncated": cut or total > len(rows) or len(columns) > COLUMNS,
    }


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1] + "…"


def _cell(value: Any) -> str | None:
    """The text of a simple cell, or None if *value* is not one."""
    kind = type(value)
    if kind is int and value.bit_length() > _LONGEST_INTEGER_BITS:
        return f"integer of {value.bit_length()} bits"
    write = _WRITERS.get(kind)
    return None if write is None else write(value)


def _tensor_cell(tensor: torch.Tensor) -> str | None:
    """A single number as itself; anything larger makes the whole no table."""
    with tensors.untouched():
        return tensors.brief(tensor) if _is_single(tensor) else None


def _is_single(tensor: torch.Tensor) -> bool:
    """Whether *tensor* is one readable number."""
    return tensors.attribute(tensor, "ndim") == 0 and tensors.has_values(tensor)


_WRITERS: dict[type, Callable[[Any], str | None]] = {
    **dict.fromkeys((bool, int, complex, type(None), torch.dtype, torch.device), repr),
    str: lambda text: text[: _LONGEST_CELL + 1],
    float: lambda number: f"{number:.6g}",
    torch.Size: lambda size: str(list(size)),
    torch.Tensor: _tensor_cell,
}
