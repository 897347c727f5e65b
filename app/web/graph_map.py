"""An autograd graph laid out in layers: the chosen tensor on top, the leaves below. Arithmetic over bounded data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

NODE_HEIGHT = 44
LAYER_GAP = 30
NODE_GAP = 18
MARGIN = 6
SWEEPS = 4
_CHARACTER, _SMALL_CHARACTER, _PADDING, _NARROWEST = 7.5, 6.7, 22, 84
_BEND_WIDTH = 10
_MOST_BENDS = 400
_LONGEST = 30


@dataclass(frozen=True, slots=True)
class Saved:
    """A tensor or a number that a node keeps for its backward."""

    name: str
    variable: str
    shape: str
    dtype: str
    state: str
    """``kept packed changed number``."""
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A node, and where it is drawn."""

    number: int
    name: str
    kind: str
    variable: str
    shape: str
    dtype: str
    freed: bool
    saved: tuple[Saved, ...]
    x: int
    y: int
    width: int
    label: str
    """Its second line."""

    @property
    def saves(self) -> bool:
        """Whether there is a tensor among what it keeps."""
        return any(item.state != "number" for item in self.saved)


@dataclass(frozen=True, slots=True)
class Edge:
    """From a node to what comes next on the way back."""

    start: int
    end: int
    path: str
    tip: str
    """The head of its arrow."""


@dataclass(frozen=True, slots=True)
class GraphMap:
    """The graph of one tensor."""

    of: str
    shape: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int
    cut: bool

    @property
    def root(self) -> str:
        """Name of the node that made it."""
        return self.nodes[0].name if self.nodes else ""


def graph_maps(event: Mapping[str, Any]) -> tuple[GraphMap, ...]:
    """The graphs of a ``graphs`` event."""
    return tuple(_map(item) for item in event.get("graphs") or [])


@dataclass(slots=True)
class _Spot:
    """A node, or a bend of an edge that passes by a layer."""

    layer: int
    width: int
    node: int | None
    x: float = 0.0
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)


def _map(item: Mapping[str, Any]) -> GraphMap:
    facts = item["nodes"]
    edges = [(edge[0], edge[1]) for edge in item["edges"]]
    labels = [_label(node) for node in facts]
    spots = [
        _Spot(layer, _width(node, label), number)
        for number, (node, label, layer) in enumerate(zip(facts, labels, _layers(len(facts), edges), strict=True))
    ]
    routes = [_route(spots, *edge) for edge in edges]
    _place(spots)
    left = min((spot.x - spot.width / 2 for spot in spots), default=0)
    width = max((spot.x + spot.width / 2 for spot in spots), default=0) - left + 2 * MARGIN
    for spot in spots:
        spot.x += MARGIN - left
    nodes = tuple(
        Node(
            number=number,
            name=_cut(node["name"]),
            kind=node["kind"],
            variable=node["variable"] or "",
            shape=_shape(node["shape"]),
            dtype=(node["dtype"] or "").removeprefix("torch."),
            freed=node["freed"],
            saved=tuple(_saved(saved) for saved in node["saved"]),
            x=round(spots[number].x - spots[number].width / 2),
            y=_top(spots[number]),
            width=spots[number].width,
            label=labels[number],
        )
        for number, node in enumerate(facts)
    )
    return GraphMap(
        of=item["of"],
        shape=_shape(item["shape"]),
        nodes=nodes,
        edges=tuple(
            Edge(start, end, _path(spots, route), _tip(spots[end]))
            for (start, end), route in zip(edges, routes, strict=True)
        ),
        width=round(width),
        height=max((_top(spot) for spot in spots), default=0) + NODE_HEIGHT + MARGIN,
        cut=item["cut"],
    )


def _layers(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The longest way to each node from the top; what goes round in a circle, which is no graph of torch's, stays."""
    waiting_for = [0] * count
    onward: list[list[int]] = [[] for _ in range(count)]
    for start, end in edges:
        waiting_for[end] += 1
        onward[start].append(end)
    layers = [0] * count
    ready = [number for number in range(count) if waiting_for[number] == 0]
    while ready:
        here = ready.pop()
        for following in onward[here]:
            layers[following] = max(layers[following], layers[here] + 1)
            waiting_for[following] -= 1
            if waiting_for[following] == 0:
                ready.append(following)
    return layers


def _route(spots: list[_Spot], start: int, end: int) -> list[int]:
    """The spots that an edge goes through, with a bend in every layer between."""
    route = [start]
    for layer in range(spots[start].layer + 1, spots[end].layer):
        if len(spots) > _MOST_BENDS:
            break
        spots.append(_Spot(layer, _BEND_WIDTH, None))
        route.append(len(spots) - 1)
    route.append(end)
    for one, other in pairwise(route):
        spots[one].below.append(other)
        spots[other].above.append(one)
    return route


def _place(spots: list[_Spot]) -> None:
    """Order each layer by where its neighbours are, and put it as near to them as there is room."""
    rows: dict[int, list[int]] = {}
    for number, spot in enumerate(spots):
        rows.setdefault(spot.layer, []).append(number)
    order = sorted(rows)
    for layer in order:
        _line_up(spots, rows[layer], [0.0] * len(rows[layer]))
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in order if down else reversed(order):
            row = rows[layer]
            wanted = {n: _mean(spots, spots[n].above if down else spots[n].below, spots[n].x) for n in row}
            row.sort(key=lambda n: (wanted[n], spots[n].x))
            _line_up(spots, row, [wanted[n] for n in row])


def _mean(spots: Sequence[_Spot], neighbours: Sequence[int], otherwise: float) -> float:
    return sum(spots[n].x for n in neighbours) / len(neighbours) if neighbours else otherwise


def _line_up(spots: list[_Spot], row: Sequence[int], wanted: Sequence[float]) -> None:
    """Side by side in this order without touching, as a whole as near to what is wanted as can be."""
    edge = None
    for number, x in zip(row, wanted, strict=True):
        half = spots[number].width / 2
        spots[number].x = x if edge is None else max(x, edge + half)
        edge = spots[number].x + half + NODE_GAP
    if row:
        drift = sum(spots[number].x - x for number, x in zip(row, wanted, strict=True)) / len(row)
        for number in row:
            spots[number].x -= drift


def _path(spots: Sequence[_Spot], route: Sequence[int]) -> str:
    """Smooth from below the first to above the last."""
    points = [(spots[route[0]].x, _top(spots[route[0]]) + NODE_HEIGHT)]
    for number in route[1:-1]:
        points += [(spots[number].x, _top(spots[number])), (spots[number].x, _top(spots[number]) + NODE_HEIGHT)]
    points.append((spots[route[-1]].x, _top(spots[route[-1]]) - 6))
    path = f"M{points[0][0]:.0f} {points[0][1]}"
    for (from_x, from_y), (x, y) in pairwise(points):
        bend = (from_y + y) / 2
        path += f"C{from_x:.0f} {bend:.0f} {x:.0f} {bend:.0f} {x:.0f} {y}"
    return path


def _tip(spot: _Spot) -> str:
    x, y = round(spot.x), _top(spot)
    return f"M{x - 4} {y - 7}L{x} {y - 1}L{x + 4} {y - 7}Z"


def _top(spot: _Spot) -> int:
    return MARGIN + spot.layer * (NODE_HEIGHT + LAYER_GAP)


def _width(node: Mapping[str, Any], label: str) -> int:
    longest = max(len(_cut(node["name"])) * _CHARACTER, len(label) * _SMALL_CHARACTER)
    return max(_NARROWEST, round(longest) + _PADDING)


def _label(node: Mapping[str, Any]) -> str:
    return " ".join(part for part in (node["variable"] or "", _shape(node["shape"])) if part)[:_LONGEST]


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _saved(item: Mapping[str, Any]) -> Saved:
    return Saved(
        name=item["name"],
        variable=item["variable"] or "",
        shape=_shape(item["shape"]),
        dtype=(item["dtype"] or "").removeprefix("torch."),
        state=item["state"],
        text=item["text"] or "",
    )


def _shape(shape: Sequence[int] | None) -> str:
    return "" if shape is None else f"[{', '.join(str(length) for length in shape)}]"
