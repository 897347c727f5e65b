"""What looking inside a run has shown, ready for its template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.web.graph_map import GraphMap, graph_maps
from app.web.storage_map import StorageMaps, storage_maps
from app.web.timeline import Timeline, timeline


@dataclass(frozen=True, slots=True)
class Inside:
    """The looks that were taken; None for one that was not asked for."""

    storages: StorageMaps | None
    timeline: Timeline | None
    graphs: tuple[GraphMap, ...] | None
    graphs_left_out: int


def inside(events: Mapping[str, Mapping[str, Any]]) -> Inside | None:
    """What *events* (by kind) have shown, or None where nothing was asked for."""
    if not events:
        return None
    graphs = events.get("graphs")
    return Inside(
        storages=storage_maps(events["storages"]) if "storages" in events else None,
        timeline=timeline(events["steps"]) if "steps" in events else None,
        graphs=None if graphs is None else graph_maps(graphs),
        graphs_left_out=int(graphs.get("left_out") or 0) if graphs else 0,
    )
