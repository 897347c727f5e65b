"""Untrusted frames of the looks inside a run: what is not of the documented shape is dropped, what is long is cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]

MAX_WEIGHT = 2 * 1024 * 1024
"""Rough size of one look at the most; an honest one has a tenth of it."""
NAME, TEXT, SOURCE = 120, 80, 240
STORAGES, VIEWS, VALUES, DIMENSIONS = 24, 12, 64, 64
STEPS, ROWS = 200, 90
GRAPHS, NODES, EDGES, SAVED = 8, 48, 120, 8
_FAR = 2**62
_CHANGES = frozenset(
    {"new", "rebound", "in_place", "unseen", "written", "version", "memory", "flag", "gone"},
)
_STATES = frozenset({"kept", "packed", "changed", "number"})


def storages(frame: Data) -> Data:
    """A ``storages`` event. Raises where the frame is none."""
    return {
        "storages": [_storage(item) for item in _list(frame["storages"], STORAGES)],
        "opaque": [
            {"name": _text(item["name"], NAME), "type": _text(item["type"], NAME)}
            for item in _list(frame["opaque"], STORAGES)
        ],
        "left_out": _whole(frame["left_out"]),
    }


def steps(frame: Data) -> Data:
    """A ``steps`` event. Raises where the frame is none."""
    stopped = frame["stopped"]
    return {
        "steps": [_step(item) for item in _list(frame["steps"], STEPS)],
        "stopped": stopped if stopped in {"steps", "time", "size"} else None,
        "left_out": _whole(frame["left_out"]),
    }


def graphs(frame: Data) -> Data:
    """A ``graphs`` event. Raises where the frame is none."""
    return {
        "graphs": [_graph(item) for item in _list(frame["graphs"], GRAPHS)],
        "left_out": _whole(frame["left_out"]),
    }


READERS: dict[str, Callable[[Data], Data]] = {"storages": storages, "steps": steps, "graphs": graphs}


def _storage(item: Data) -> Data:
    return {
        "letter": _text(item["letter"], NAME),
        "device": _text(item["device"], NAME),
        "nbytes": _whole(item["nbytes"]),
        "unit": max(1, _whole(item["unit"])),
        "views": [_view(view) for view in _list(item["views"], VIEWS)],
        "left_out": _whole(item["left_out"]),
    }


def _view(item: Data) -> Data:
    return {
        "name": _text(item["name"], NAME),
        "kind": "array" if item["kind"] == "array" else "tensor",
        "dtype": _text(item["dtype"], NAME),
        "shape": _shape(item["shape"]),
        "stride": [_step_size(step) for step in _list(item["stride"], DIMENSIONS)],
        "offset": _whole(item["offset"], low=-_FAR),
        "start": _whole(item["start"], low=-_FAR),
        "itemsize": max(1, _whole(item["itemsize"], high=2**16)),
        "contiguous": item["contiguous"] is True,
        "version": _maybe(item["version"], _whole),
        "requires_grad": item["requires_grad"] is True,
        "values": _values(item["values"]),
        "same_as": _maybe(item["same_as"], lambda name: _text(name, NAME)),
    }


def _step(item: Data) -> Data:
    return {
        "line": _whole(item["line"], low=1),
        "source": _text(item["source"], SOURCE),
        "failed": item["failed"] is True,
        "rows": [_row(row) for row in _list(item["rows"], ROWS)],
    }


def _row(item: Data) -> Data:
    if item["change"] not in _CHANGES:
        raise ValueError("no such change")
    through = _maybe(item.get("through"), lambda name: _text(name, NAME))
    brief = {"name": _text(item["name"], NAME), "change": item["change"], "through": through}
    if item["change"] == "gone":
        return brief
    return {
        **brief,
        "kind": "array" if item["kind"] == "array" else "tensor",
        "shape": _shape(item["shape"]),
        "dtype": _text(item["dtype"], NAME),
        "requires_grad": item["requires_grad"] is True,
        "letter": _maybe(item["letter"], lambda letter: _text(letter, NAME)),
        "version": _maybe(item["version"], _whole),
        "version_before": _maybe(item["version_before"], _whole),
        "values": _values(item["values"]),
        "more": item["more"] is True,
        "changed": [_whole(index, high=VALUES) for index in _list(item["changed"], VALUES)],
    }


def _graph(item: Data) -> Data:
    nodes = [_node(node) for node in _list(item["nodes"], NODES)]
    last = len(nodes) - 1
    return {
        "of": _text(item["of"], NAME),
        "shape": _shape(item["shape"]),
        "nodes": nodes,
        "edges": [[_whole(end, high=last) for end in edge[:2]] + [_whole(edge[2])] for edge in _edges(item["edges"])],
        "cut": item["cut"] is True,
    }


def _edges(edges: object) -> list[Any]:
    """Those of three whole numbers that lead on, so that there is no way round in a circle."""
    return [edge for edge in _list(edges, EDGES) if isinstance(edge, list) and len(edge) == 3 and edge[0] != edge[1]]  # noqa: PLR2004


def _node(item: Data) -> Data:
    return {
        "name": _text(item["name"], NAME),
        "kind": "leaf" if item["kind"] == "leaf" else "function",
        "variable": _maybe(item["variable"], lambda name: _text(name, NAME)),
        "shape": _maybe(item["shape"], _shape),
        "dtype": _maybe(item["dtype"], lambda dtype: _text(dtype, NAME)),
        "freed": item["freed"] is True,
        "saved": [_saved(saved) for saved in _list(item["saved"], SAVED)],
    }


def _saved(item: Data) -> Data:
    if item["state"] not in _STATES:
        raise ValueError("no such state")
    return {
        "name": _text(item["name"], NAME),
        "variable": _maybe(item["variable"], lambda name: _text(name, NAME)),
        "shape": _maybe(item["shape"], _shape),
        "dtype": _maybe(item["dtype"], lambda dtype: _text(dtype, NAME)),
        "state": item["state"],
        "text": _maybe(item["text"], lambda text: _text(text, TEXT)),
    }


def _list(value: object, limit: int) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value[:limit]


def _text(value: object, limit: int) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value[:limit]


def _whole(value: object, *, low: int = 0, high: int = _FAR) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"not a whole number between {low} and {high}")
    return value


def _step_size(value: object) -> int | float:
    if isinstance(value, float):
        return max(-float(_FAR), min(float(_FAR), value))
    return _whole(value, low=-_FAR)


def _shape(value: object) -> list[int]:
    return [_whole(size) for size in _list(value, DIMENSIONS)]


def _values(value: object) -> list[str] | None:
    return None if value is None else [_text(text, TEXT) for text in _list(value, VALUES)]


def _maybe(value: Any, read: Callable[[Any], Any]) -> Any:
    return None if value is None else read(value)
