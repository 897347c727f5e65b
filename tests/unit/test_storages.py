from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
import torch

from app.sandbox.inspector import variables
from app.sandbox.storages import STORAGES, VIEWS, storages
from tests.looks import BASE, SECONDS, Second, executed


def seen(**namespace: Any) -> dict[str, Any]:
    found = storages(namespace)
    json.dumps(found)
    return found


def by_name(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        view["name"]: {**view, "letter": storage["letter"]}
        for storage in found["storages"]
        for view in storage["views"]
    }


@pytest.mark.parametrize("second", SECONDS, ids=lambda second: second.name)
def test_who_looks_into_the_same_memory_and_how(second: Second) -> None:
    namespace, _ = executed(BASE + second.make)
    views = by_name(storages(namespace))
    y = views["y"]
    assert (y["letter"] == views["x"]["letter"]) is second.shares
    assert y["shape"] == second.shape
    assert y["stride"] == second.stride
    assert y["offset"] == second.offset
    assert y["start"] == 4 * second.offset
    assert y["values"] == second.values


def test_an_array_and_the_tensors_of_it_begin_at_different_bytes() -> None:
    array = np.arange(6.0)
    found = seen(array=array, tensor=torch.from_numpy(array[2:]), part=array[::2])
    (storage,) = found["storages"]
    assert storage["nbytes"] == 48
    assert storage["unit"] == 8
    views = by_name(found)
    assert [views[name]["start"] for name in ("array", "tensor", "part")] == [0, 16, 0]
    assert views["tensor"]["offset"] == 0
    assert views["part"]["stride"] == [2]


def test_the_same_bytes_seen_as_other_numbers() -> None:
    x = torch.ones(2, dtype=torch.float64)
    found = seen(x=x, halves=x.view(torch.int32))
    (storage,) = found["storages"]
    assert storage["unit"] == 4
    views = by_name(found)
    assert views["halves"]["values"] == ["0", "1072693248", "0", "1072693248"]
    assert views["x"]["values"] == ["1.", "1."]


def test_a_second_name_of_one_object_says_so() -> None:
    x = torch.ones(2)
    views = by_name(seen(x=x, same=x, view=x.view(2)))
    assert [views[name]["same_as"] for name in ("x", "same", "view")] == [None, "x", None]


def test_gradients_parameters_and_what_is_in_containers_are_named() -> None:
    layer = torch.nn.Linear(2, 1)
    layer(torch.ones(1, 2)).sum().backward()
    x = torch.ones(2)
    found = seen(layer=layer, pair=[x, 3], batch={"image": x[:1]})
    names = {frozenset(view["name"] for view in storage["views"]) for storage in found["storages"]}
    assert frozenset({"pair[0]", "batch['image']"}) in names
    assert {"layer.weight", "layer.weight.grad", "layer.bias", "layer.bias.grad"} <= {
        n for group in names for n in group
    }


def test_letters_are_those_of_the_table() -> None:
    x = torch.arange(3.0)
    namespace = {"first": torch.ones(1), "text": "a", "x": x, "y": x.detach(), "all": [torch.ones(1), x]}
    table = {row["name"]: row["storage"] for row in variables(namespace) if row["storage"]}
    views = by_name(storages(namespace))
    assert {name: views[name]["letter"] for name in table} == table
    assert views["all[1]"]["letter"] == table["x"]


def test_exotic_tensors_are_told_or_named_and_nothing_fails() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quantized = torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.qint8)
        nested = torch.nested.nested_tensor([torch.ones(1), torch.ones(2)])
    with torch.inference_mode():
        inference = torch.ones(2)
    emptied = torch.ones(100)
    emptied.untyped_storage().resize_(0)
    found = seen(
        quantized=quantized, nested=nested, inference=inference, emptied=emptied, meta=torch.ones(2, device="meta"),
        sparse=torch.eye(2).to_sparse(), empty=torch.empty(0), scalar=torch.tensor(2.0), flag=torch.tensor(data=True),
        overlapping=torch.arange(4.0).as_strided((3, 2), (1, 1)), complex=torch.tensor([1j]).conj(),
        uninitialised=torch.nn.UninitializedParameter(),
    )  # fmt: skip
    views = by_name(found)
    assert views["meta"]["values"] is None
    assert views["emptied"]["values"] is None
    assert views["inference"]["version"] is None
    assert views["empty"]["values"] == []
    assert views["scalar"]["values"] == ["2."]
    assert views["flag"]["values"] == ["True"]
    assert views["overlapping"]["values"] == ["0.", "1.", "1.", "2.", "2.", "3."]
    assert views["complex"]["values"] == ["0.-1.j"]
    assert views["quantized"]["values"] == ["2", "2"]
    assert {item["name"] for item in found["opaque"]} == {"nested", "sparse"}


def test_what_is_told_is_bounded_and_says_what_is_left_out() -> None:
    x = torch.zeros(10_000)
    many = {f"y{number}": x[number:] for number in range(50)}
    found = seen(x=x, **many)
    (storage,) = found["storages"]
    assert len(storage["views"]) == VIEWS
    assert storage["left_out"] == 51 - VIEWS
    assert all(len(view["values"]) <= 64 for view in storage["views"])
    own = seen(**{f"t{number}": torch.ones(1) for number in range(200)})
    assert len(own["storages"]) == STORAGES
    assert own["left_out"] == 200 - STORAGES


def test_looking_leaves_no_trace() -> None:
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    state = torch.random.get_rng_state()
    before = (x._version, y._version, type(y.grad_fn).__name__, x.grad)
    seen(x=x, y=y)
    assert (x._version, y._version, type(y.grad_fn).__name__, x.grad) == before
    assert torch.equal(torch.random.get_rng_state(), state)
    y.sum().backward()  # type: ignore[no-untyped-call]
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0, 2.0]
