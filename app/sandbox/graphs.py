"""The autograd graph of each tensor that has one: its nodes as torch names them, edges, leaves and what is saved.

Nothing is unpacked: where the reader has hooks for saved tensors, they are not called, and what they made is not shown.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import torch

from app.sandbox import cells, inspector, tensors
from app.sandbox.previews import brief, shorten
from app.sandbox.reached import Named, reached

GRAPHS = 8
NODES = 48
EDGES = 120
SAVED = 8
"""Saved tensors and numbers that are told of one node."""
_LISTED = 4
"""Of a list of saved tensors."""

_FUNCTION: Any = torch._C._FunctionBase  # noqa: SLF001 - what every Function of the reader's is made of
_RAW, _PLAIN = "_raw_saved_", "_saved_"
_LEAF = "torch::autograd::AccumulateGrad"


def graphs(namespace: dict[str, Any]) -> dict[str, Any]:
    """The graphs of the tensors that were made last, the very last first."""
    found, _ = reached(namespace)
    names: dict[Any, str] = {}
    roots: list[Named] = []
    made: set[int] = set()
    kept: list[Any] = []  # while a node is here, its id is its own
    for named in found:
        if not tensors.is_tensor(named.value) or not tensors.is_plain(named.value):
            continue
        names.setdefault(id(named.value), named.name)
        names.setdefault(cells.layout(named.value), named.name)
        node = _grad_fn(named.value)
        if node is not None:
            kept.append(node)
            names.setdefault(id(node), named.name)
            if id(named.value) not in made:
                made.add(id(named.value))
                roots.append(named)
    roots.reverse()
    return {"graphs": [_graph(named, names) for named in roots[:GRAPHS]], "left_out": len(roots[GRAPHS:])}


def _grad_fn(tensor: torch.Tensor) -> Any:
    try:
        with tensors.untouched():
            return cells.ask(tensor, "grad_fn")
    except Exception:  # noqa: BLE001 - a view that was changed in place may refuse
        return None


@dataclass(slots=True)
class _Walk:
    """Nodes in the order of their distance from the root."""

    names: dict[Any, str]
    """Of tensors, and of the nodes that made them, by identity; of tensors also by how they lie in memory."""
    nodes: list[Any] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    edges: list[list[int]] = field(default_factory=list)
    cut: bool = False

    def number(self, node: Any) -> int | None:
        """The number of *node*, a new one if there is room."""
        known = self.numbers.get(id(node))
        if known is None and len(self.nodes) < NODES:
            known = self.numbers[id(node)] = len(self.nodes)
            self.nodes.append(node)
        self.cut = self.cut or known is None
        return known

    def name(self, tensor: Any) -> str | None:
        """The reader's name of *tensor*. What a node saves of its own output is another tensor over the same memory."""
        if not tensors.is_tensor(tensor):
            return None
        seen = cells.layout(tensor)
        return self.names.get(id(tensor)) or (self.names.get(seen) if seen and seen.address else None)


def _graph(named: Named, names: dict[Any, str]) -> dict[str, Any]:
    walk = _Walk(names)
    with tensors.untouched():
        root = _grad_fn(named.value)
        waiting = deque([root])
        walk.number(root)
        while waiting:
            node = waiting.popleft()
            here = walk.numbers[id(node)]
            for position, (following, _) in enumerate(_next(node)):
                if following is None:
                    continue
                if len(walk.edges) >= EDGES:
                    walk.cut = True
                    break
                before = len(walk.nodes)
                number = walk.number(following)
                if number is not None:
                    walk.edges.append([here, number, position])
                if len(walk.nodes) > before:
                    waiting.append(following)
        seen = cells.layout(named.value)
        return {
            "of": named.name,
            "shape": [] if seen is None else list(seen.shape),
            "nodes": [_node(node, walk) for node in walk.nodes],
            "edges": walk.edges,
            "cut": walk.cut,
        }


def _next(node: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = tensors.node_kind(node).next_functions.__get__(node)
    return found[: EDGES + 1]


def _node(node: Any, walk: _Walk) -> dict[str, Any]:
    row: dict[str, Any] = {"name": "", "kind": "function", "variable": walk.names.get(id(node))}
    row |= {"shape": None, "dtype": None, "freed": False, "saved": []}
    try:
        kind = tensors.node_kind(node)
        name = str(kind.name(node))
        row["name"] = name.removeprefix("torch::autograd::")[: inspector.NAME_LIMIT]
        if name == _LEAF:
            tensor = kind.variable.__get__(node)
            row.update(_facts(tensor), kind="leaf", variable=walk.names.get(id(tensor)))
        else:
            row.update(_made(kind, node))
            row["saved"], row["freed"] = _saved_by_reader(node, walk) if kind is _FUNCTION else _saved(node, walk)
    except Exception:  # noqa: BLE001 - what a node won't tell is left out
        return row
    return row


def _made(kind: Any, node: Any) -> dict[str, Any]:
    """Shape and type of the first tensor that the node has made."""
    outputs = kind._input_metadata.__get__(node)  # noqa: SLF001 - there is no public way
    if not outputs:
        return {}
    return {"shape": [int(size) for size in outputs[0].shape], "dtype": str(outputs[0].dtype)}


def _facts(tensor: Any) -> dict[str, Any]:
    if not tensors.is_tensor(tensor) or not tensors.is_plain(tensor):
        return {"shape": None, "dtype": None}
    return {"shape": [int(size) for size in cells.ask(tensor, "shape")], "dtype": str(cells.ask(tensor, "dtype"))}


def _saved(node: Any, walk: _Walk) -> tuple[list[dict[str, Any]], bool]:
    """What a node of torch's own keeps for its backward, and whether that has been freed."""
    kind = type(node)
    rows: list[dict[str, Any]] = []
    numbers: list[dict[str, Any]] = []
    freed = False
    for name in dir(kind):
        what = name.removeprefix(_PLAIN)
        if what == name or "_sym_" in what:
            continue
        if not hasattr(kind, _RAW + what):
            numbers += _saved_number(what, node, name)
            continue
        try:
            raw = getattr(kind, _RAW + what).__get__(node)
        except RuntimeError:
            freed = True
            continue
        several = raw if isinstance(raw, tuple) else (raw,)
        for position, item in enumerate(several[:_LISTED]):
            row = _saved_tensor(f"{what}[{position}]" if isinstance(raw, tuple) else what, item, node, name, walk)
            freed = freed or row["state"] == "freed"
            rows += [row] if row["state"] in ("kept", "packed", "changed") else []
    return [*rows, *numbers][:SAVED], freed


def _saved_tensor(label: str, raw: Any, node: Any, name: str, walk: _Walk) -> dict[str, Any]:
    row: dict[str, Any] = {"name": label, "variable": None, "shape": None, "dtype": None, "state": "kept", "text": None}
    if raw.unpack_hook is not None:
        return {**row, "state": "packed"}
    tensor = raw.data
    there = tensors.is_tensor(tensor)
    if there:
        row.update(_facts(tensor), variable=walk.name(tensor))
    try:
        # Without a hook this is torch's own check: has it been changed in place since it was saved, or freed?
        getattr(type(node), name).__get__(node)
    except RuntimeError:
        return {**row, "state": "changed" if there else "freed"}
    return row if there else {**row, "state": "none"}


def _saved_number(what: str, node: Any, name: str) -> list[dict[str, Any]]:
    try:
        value = getattr(type(node), name).__get__(node)
    except (RuntimeError, NotImplementedError):
        return []
    if value is None or tensors.is_tensor(value):
        return []
    row = {"name": what, "variable": None, "shape": None, "dtype": None, "state": "number"}
    return [{**row, "text": shorten(brief(value))}]


def _saved_by_reader(node: Any, walk: _Walk) -> tuple[list[dict[str, Any]], bool]:
    """What ``save_for_backward`` of a Function of the reader's has kept."""
    try:
        raw = _FUNCTION._raw_saved_tensors.__get__(node)  # noqa: SLF001 - the public way would unpack
    except RuntimeError:
        return [], True
    rows = []
    for position, item in enumerate((raw or ())[:SAVED]):
        row: dict[str, Any] = {"name": f"saved_tensors[{position}]", "variable": None, "state": "kept", "text": None}
        packed = item.unpack_hook is not None
        facts = {"shape": None, "dtype": None} if packed else _facts(item.data)
        known = None if packed else walk.name(item.data)
        rows.append({**row, **facts, "variable": known, "state": "packed" if packed else "kept"})
    return rows, False
