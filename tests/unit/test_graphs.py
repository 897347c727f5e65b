from __future__ import annotations

import json
import warnings
from typing import Any

import torch

from app.sandbox.graphs import GRAPHS, NODES, SAVED, graphs


def graph(of: str, **namespace: Any) -> dict[str, Any]:
    found = graphs(namespace)
    json.dumps(found)
    return next(one for one in found["graphs"] if one["of"] == of)


def names(one: dict[str, Any]) -> list[str]:
    return [node["name"] for node in one["nodes"]]


def test_nodes_edges_and_leaves_as_torch_names_them() -> None:
    w = torch.ones(3, 2, requires_grad=True)
    b = torch.zeros(2, requires_grad=True)
    x = torch.ones(4, 3)
    h = (x @ w + b).relu()
    loss = h.sum()
    one = graph("loss", w=w, b=b, x=x, h=h, loss=loss)
    assert names(one) == [
        "SumBackward0",
        "ReluBackward0",
        "AddBackward0",
        "MmBackward0",
        "AccumulateGrad",
        "AccumulateGrad",
    ]
    assert one["edges"] == [[0, 1, 0], [1, 2, 0], [2, 3, 0], [2, 4, 1], [3, 5, 1]]
    assert [node["variable"] for node in one["nodes"]] == ["loss", "h", None, None, "b", "w"]
    assert [node["kind"] for node in one["nodes"]] == ["function"] * 4 + ["leaf"] * 2
    assert [node["shape"] for node in one["nodes"]] == [[], [4, 2], [4, 2], [4, 2], [2], [3, 2]]
    assert not one["cut"]


def test_what_is_saved_for_backward() -> None:
    w = torch.ones(3, requires_grad=True)
    x = torch.arange(3.0)
    y = w * x
    z = y.exp()
    one = graph("z", w=w, x=x, y=y, z=z)
    exp, mul = one["nodes"][:2]
    assert [(item["name"], item["variable"], item["shape"], item["dtype"], item["state"]) for item in exp["saved"]] == [
        ("result", "z", [3], "torch.float32", "kept")
    ]
    assert [(item["name"], item["variable"]) for item in mul["saved"]] == [("other", "x")]
    assert not mul["freed"]


def test_after_backward_what_was_saved_is_freed() -> None:
    w = torch.ones(3, requires_grad=True)
    z = (w * w).exp().sum()
    z.backward()  # type: ignore[no-untyped-call]
    one = graph("z", w=w, z=z)
    assert [(node["name"], node["freed"], node["saved"]) for node in one["nodes"][1:3]] == [
        ("ExpBackward0", True, []),
        ("MulBackward0", True, []),
    ]


def test_what_was_changed_in_place_since_it_was_saved_says_so() -> None:
    w = torch.ones(3, requires_grad=True)
    result = w.exp()
    product = result * 1
    result.add_(1)
    exp = next(node for node in graph("product", w=w, result=result, product=product)["nodes"] if "Exp" in node["name"])
    assert [item["state"] for item in exp["saved"]] == ["changed"]


def test_hooks_of_the_readers_are_not_called() -> None:
    def unpack(_: object) -> torch.Tensor:
        raise AssertionError("the reader's hook was called")

    w = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: ("packed", tensor.shape), unpack):
        z = w.exp()
    (saved,) = graph("z", w=w, z=z)["nodes"][0]["saved"]
    assert (saved["name"], saved["state"], saved["shape"]) == ("result", "packed", None)


def test_a_function_of_the_readers_and_its_attributes_that_lie() -> None:
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, tensor: torch.Tensor) -> torch.Tensor:
            ctx.save_for_backward(tensor)
            ctx.name = ctx.next_functions_ = "a lie"
            return tensor * 2

        @staticmethod
        def backward(_ctx: Any, grad: torch.Tensor) -> torch.Tensor:
            return grad

    w = torch.ones(3, requires_grad=True)
    apply: Any = Twice.apply
    z = apply(w)
    one = graph("z", w=w, z=z)
    assert names(one) == ["TwiceBackward", "AccumulateGrad"]
    assert [(item["name"], item["variable"]) for item in one["nodes"][0]["saved"]] == [("saved_tensors[0]", "w")]
    z.sum().backward()
    assert graph("z", w=w, z=z)["nodes"][0]["freed"]


def test_the_last_tensor_comes_first_and_several_outputs_are_told_once() -> None:
    w = torch.ones(4, requires_grad=True)
    first, second = w.chunk(2)
    found = graphs({"w": w, "first": first, "second": second, "same": second})
    assert [one["of"] for one in found["graphs"]] == ["second", "first"]


def test_huge_graphs_are_cut_and_stay_whole_for_their_program() -> None:
    w = torch.ones(1, requires_grad=True)
    deep = w
    for _ in range(20_000):
        deep = deep * 1.0
    one = graph("deep", w=w, deep=deep)
    assert len(one["nodes"]) == NODES
    assert one["cut"]
    wide = torch.stack([w * 1.0 for _ in range(1000)]).sum()
    assert len(graph("wide", w=w, wide=wide)["nodes"]) == NODES
    deep.sum().backward()  # type: ignore[no-untyped-call]
    assert w.grad is not None


def test_many_graphs_are_counted() -> None:
    w = torch.ones(1, requires_grad=True)
    found = graphs({"w": w, **{f"y{number}": w * number for number in range(20)}})
    assert len(found["graphs"]) == GRAPHS
    assert found["left_out"] == 20 - GRAPHS
    assert all(len(node["saved"]) <= SAVED for one in found["graphs"] for node in one["nodes"])


def test_tensors_without_a_graph_have_none() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert graphs({"x": torch.ones(2), "leaf": torch.ones(2, requires_grad=True), "n": 3})["graphs"] == []
