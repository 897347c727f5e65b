from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from app.runs import intake, looks_intake
from app.runs.models import RunRequest
from app.runs.run import Run
from app.sandbox.graphs import graphs
from app.sandbox.storages import storages
from tests.looks import BASE, executed
from tests.support import settings


def honest() -> dict[str, dict[str, Any]]:
    namespace, recorder = executed(
        BASE + "y = x.T\nw = torch.ones(6, requires_grad=True)\nz = (w * x).exp().sum()\ndel y\n"
    )
    return {"storages": storages(namespace), "steps": recorder.report(), "graphs": graphs(namespace)}


@pytest.mark.filterwarnings("ignore:The use of `x.T`")
@pytest.mark.parametrize("kind", ["storages", "steps", "graphs"])
def test_what_an_honest_child_sends_comes_in_as_it_is(kind: str) -> None:
    frame = json.loads(json.dumps({"kind": kind, **honest()[kind]}))
    assert intake.data_of(frame) == {name: value for name, value in frame.items() if name != "kind"}


@pytest.mark.parametrize(
    "frame",
    [
        {"kind": "storages"},
        {"kind": "storages", "storages": 3, "opaque": [], "left_out": 0},
        {"kind": "storages", "storages": [3], "opaque": [], "left_out": 0},
        {"kind": "storages", "storages": [], "opaque": [], "left_out": -1},
        {"kind": "steps", "steps": [{}], "stopped": None, "left_out": 0},
        {"kind": "steps", "steps": [], "stopped": {}, "left_out": 0},
        {
            "kind": "steps", "stopped": None, "left_out": 0,
            "steps": [{"line": 1, "source": "", "failed": False, "rows": [{"name": "x", "change": "odd"}]}],
        },
        {"kind": "graphs", "graphs": [{"of": "x", "shape": [], "nodes": [], "edges": [[0, 1, 0]], "cut": False}]},
        {
            "kind": "graphs", "left_out": 0,
            "graphs": [{"of": "x", "shape": [], "nodes": [], "edges": [[0, 1, 0]], "cut": False}],
        },
        {"kind": "graphs", "left_out": 0, "graphs": [{"of": "x", "shape": ["a"], "nodes": [], "edges": [], "cut": 1}]},
    ],
)  # fmt: skip
def test_what_is_of_no_such_shape_is_dropped(frame: dict[str, Any]) -> None:
    assert intake.data_of(frame) is None


def test_what_is_long_is_cut() -> None:
    text = "x" * 10_000
    saved = {"name": text, "variable": text, "shape": [1] * 1000, "dtype": text, "state": "kept", "text": text}
    node = {
        "name": text, "kind": "odd", "variable": None, "shape": None, "dtype": None, "freed": 3, "saved": [saved] * 99,
    }  # fmt: skip
    edges = [[0, 1, 0]] * 999 + [[1, 1, 0], "ab", [1]]
    one = {"of": text, "shape": [1], "nodes": [node] * 999, "edges": edges, "cut": True}
    data = looks_intake.graphs({"graphs": [one] * 99, "left_out": 0})
    assert len(data["graphs"]) == looks_intake.GRAPHS
    graph = data["graphs"][0]
    assert (len(graph["nodes"]), len(graph["edges"])) == (looks_intake.NODES, looks_intake.EDGES)
    assert graph["nodes"][0]["kind"] == "function"
    assert len(graph["nodes"][0]["saved"]) == looks_intake.SAVED
    assert max(len(value) for value in graph["nodes"][0]["saved"][0].values() if isinstance(value, str)) <= 120


async def take(frames: list[dict[str, Any]], *looks: Any) -> list[str]:
    run = Run("id", RunRequest(code="", looks=looks), settings())
    for frame in frames:
        run.take(frame)
    return [event.kind for event in run._events]


async def test_a_look_that_was_not_asked_for_is_not_told_and_one_that_was_only_once() -> None:
    frame = {"kind": "graphs", "graphs": [], "left_out": 0}
    assert await take([frame]) == []
    assert await take([frame], "storages") == []
    assert await take([frame, frame], "graphs") == ["graphs"]


async def test_a_look_that_is_too_heavy_is_left_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.runs.run.MAX_WEIGHT", 100)
    namespace = {"x": torch.ones(64)}
    assert await take([{"kind": "storages", **storages(namespace)}], "storages") == ["truncated"]
