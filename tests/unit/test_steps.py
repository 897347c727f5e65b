from __future__ import annotations

import ast
import gc
import json
import weakref
from typing import Any

import pytest
import torch

from app.sandbox import steps
from app.sandbox.steps import Recorder
from tests.looks import BASE, SECONDS, Second, executed

Rows = dict[str, dict[str, Any]]


def told(code: str) -> list[Rows]:
    """For each statement of *code* what it changed, by name."""
    _, recorder = executed(code)
    report = recorder.report()
    json.dumps(report)
    return [{row["name"]: row for row in step["rows"]} for step in report["steps"]]


def row(rows: Rows, name: str) -> tuple[str, str | None]:
    return rows[name]["change"], rows[name]["through"]


@pytest.mark.parametrize("second", SECONDS, ids=lambda second: second.name)
def test_a_write_in_place_shows_on_whoever_shares_the_memory(second: Second) -> None:
    *_, made, written = told(BASE + second.make + "\nx.add_(1)\n")
    assert row(made, "y") == ("new", None)
    assert made["y"]["values"] == second.values
    assert row(written, "x") == ("in_place", None)
    assert (written["x"]["version_before"], written["x"]["version"]) == (0, 1)
    if not second.shares:
        assert "y" not in written
        return
    expected = "in_place" if second.counts else "unseen" if second.name == "data" else "written"
    assert row(written, "y") == (expected, "x")
    assert written["y"]["values"] == [f"{float(text) + 1:.0f}." for text in second.values]
    assert written["y"]["changed"] == list(range(len(second.values)))


@pytest.mark.parametrize("second", SECONDS, ids=lambda second: second.name)
def test_a_write_through_the_second_name_shows_on_the_first(second: Second) -> None:
    *_, written = told(BASE + second.make + "\n" + second.write + "\n")
    assert written["y"]["change"] == ("written" if second.name == "numpy" else "in_place")
    if not second.shares:
        assert "x" not in written
        return
    # What .data and an array do, the version counter of x does not learn.
    assert row(written, "x") == ("in_place" if second.counts else "unseen", "y")
    assert written["x"]["version"] == (1 if second.counts else 0)


def test_an_array_and_the_tensor_made_of_it_change_together() -> None:
    code = "import torch\nimport numpy\na = numpy.zeros(3)\nt = torch.from_numpy(a)\nt.add_(1)\na[1] = 5\n"
    *_, made, by_tensor, by_array = told(code)
    assert made["t"]["letter"] is not None
    assert row(by_tensor, "t") == ("in_place", None)
    assert row(by_tensor, "a") == ("written", "t")
    assert by_tensor["a"]["values"] == ["1.", "1.", "1."]
    assert row(by_array, "a") == ("written", None)
    assert row(by_array, "t") == ("unseen", "a")
    assert by_array["t"]["changed"] == [1]


def test_only_the_elements_that_are_others_are_marked() -> None:
    *_, written = told(BASE + "y = x.view(2, 3).T\ny[2, 1] = 50\n")
    assert written["x"]["changed"] == [5]
    assert written["y"]["changed"] == [5]
    assert written["y"]["values"] == ["0.", "3.", "1.", "4.", "2.", "50."]


def test_another_tensor_by_the_same_name_is_no_write() -> None:
    *_, rebound = told(BASE + "y = x\nx = x + 1\n")
    assert row(rebound, "x") == ("rebound", None)
    assert rebound["x"]["version_before"] is None
    assert "y" not in rebound


def test_a_new_tensor_at_the_address_of_the_last_one_is_another() -> None:
    code = BASE + "for i in range(3):\n    x = torch.full((6,), float(i))\n" * 4
    for rows in told(code)[2:]:
        assert row(rows, "x") == ("rebound", None)


def test_other_memory_another_shape_and_what_is_gone() -> None:
    moved = told(
        BASE + "x.data = torch.zeros(6)\nx.unsqueeze_(0)\nx.requires_grad_()\nx.mul_(1) if False else None\ndel x"
    )
    assert [step["x"]["change"] for step in moved[1:] if "x" in step] == ["new", "memory", "memory", "flag", "gone"]


def test_a_counted_write_of_the_same_values() -> None:
    *_, written = told(BASE + "x.mul_(1)\n")
    assert row(written, "x") == ("version", None)
    assert written["x"]["changed"] == []


def test_gradients_and_parameters_through_a_training_step() -> None:
    code = (
        "import torch\n"
        "layer = torch.nn.Linear(2, 1, bias=False)\n"
        "optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)\n"
        "layer(torch.ones(1, 2)).sum().backward()\n"
        "optimizer.step()\n"
        "optimizer.zero_grad()\n"
    )
    *_, backward, stepped, cleared = told(code)
    assert row(backward, "layer.weight.grad") == ("new", None)
    assert backward["layer.weight.grad"]["values"] == ["1.", "1."]
    assert stepped["layer.weight"]["change"] == "in_place"
    assert row(cleared, "layer.weight.grad") == ("gone", None)


def test_a_change_far_inside_a_larger_tensor_is_seen() -> None:
    *_, made, written = told("import torch\nbig = torch.zeros(1000)\nbig[700] = 1\n")
    assert made["big"]["more"]
    assert len(made["big"]["values"]) == steps.FIRST
    assert written["big"]["change"] == "in_place"
    assert written["big"]["changed"] == []


def test_no_tensor_lives_longer_for_having_been_looked_at() -> None:
    namespace, recorder = executed(BASE + "y = x.detach()\n")
    kept = weakref.ref(namespace.pop("x"))
    assert kept() is None
    assert recorder.report()["steps"]
    gc.collect()


def test_versions_and_graph_are_as_without_a_look() -> None:
    code = BASE + "w = torch.ones(6, requires_grad=True)\ny = (w * x).exp()\nx.detach().size()\n"
    namespace, _ = executed(code)
    assert namespace["x"]._version == namespace["w"]._version == namespace["y"]._version == 0
    namespace["y"].sum().backward()
    assert namespace["w"].grad is not None


def test_recording_stops_at_its_limits_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "STEPS", 3)
    _, recorder = executed("a = 1\n" * 5)
    report = recorder.report()
    assert (len(report["steps"]), report["stopped"], report["left_out"]) == (3, "steps", 2)
    monkeypatch.setattr(steps, "STEPS", 100)
    monkeypatch.setattr(steps, "CELLS", 10)
    _, recorder = executed(BASE + "y = x + 1\nz = y + 1\nz = z + 1\n")
    assert recorder.report()["stopped"] == "size"
    monkeypatch.setattr(steps, "SECONDS", 0.0)
    _, recorder = executed(BASE)
    assert (recorder.report()["stopped"], recorder.report()["left_out"]) == ("time", 1)


def test_what_fails_to_be_looked_at_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(steps, "reached", broken)
    recorder = Recorder({})
    recorder.step(ast.parse("x = 1").body[0], "x = 1", failed=True)
    assert recorder.steps == [{"line": 1, "source": "x = 1", "failed": True, "rows": []}]


def test_a_huge_statement_is_walked_in_part() -> None:
    recorder = Recorder({"x": torch.ones(1)})
    statement = ast.parse("y = [" + "1, " * 50_000 + "]").body[0]
    recorder.step(statement, "y = [" + "1, " * 50_000)
    assert len(recorder.steps[0]["source"]) == 200
