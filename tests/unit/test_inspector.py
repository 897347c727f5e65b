from __future__ import annotations

import json
import sys
import types
import warnings
from typing import Any, NoReturn

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from app.sandbox.inspector import count, variables


def rows(**namespace: Any) -> dict[str, dict[str, Any]]:
    found = variables(namespace)
    json.dumps(found)
    return {row["name"]: row for row in found}


def letters(**namespace: Any) -> dict[str, str | None]:
    return {name: row["storage"] for name, row in rows(**namespace).items()}


def test_a_tensor_in_the_graph() -> None:
    x = torch.ones(2, 3, requires_grad=True)
    assert rows(x=x, y=(x * 2).clone()) == {
        "x": {
            "name": "x",
            "kind": "tensor",
            "shape": [2, 3],
            "dtype": "torch.float32",
            "device": "cpu",
            "requires_grad": True,
            "is_leaf": True,
            "grad_fn": None,
            "in_graph": True,
            "storage": "a",
            "view_of": None,
            "preview": "[[1., 1., 1., …]]",
        },
        "y": {
            "name": "y",
            "kind": "tensor",
            "shape": [2, 3],
            "dtype": "torch.float32",
            "device": "cpu",
            "requires_grad": True,
            "is_leaf": False,
            "grad_fn": "CloneBackward0",
            "in_graph": True,
            "storage": "b",
            "view_of": None,
            "preview": "[[2., 2., 2., …]]",
        },
    }


def test_only_what_the_reader_made_is_listed_tensors_first() -> None:
    def function() -> None: ...

    class Thing: ...

    found = rows(
        __name__="__main__",
        _=torch.ones(1),
        torch=torch,
        own_module=types.ModuleType("own"),
        function=function,
        Thing=Thing,
        Sub=type("Sub", (torch.nn.Module,), {}),
        thing=Thing(),
        rate=0.1,
        _hidden=torch.ones(1),
        model=torch.nn.Linear(2, 1),
        array=np.zeros(3),
        weight=torch.nn.Parameter(torch.ones(1)),
        adam=torch.optim.Adam([torch.nn.Parameter(torch.ones(1))], lr=0.01),
        shape=torch.Size([2]),
    )
    assert [(name, row["kind"]) for name, row in found.items()] == [
        ("_hidden", "tensor"),
        ("model", "module"),
        ("array", "array"),
        ("weight", "parameter"),
        ("adam", "optimizer"),
        ("rate", "float"),
        ("shape", "Size"),
    ]
    assert found["model"]["preview"] == "Linear, 3 parameters"
    assert found["adam"]["preview"] == "Adam, lr=0.01"
    assert found["model"]["storage"] is None


def test_the_same_letter_is_the_same_memory() -> None:
    x = torch.arange(6.0)
    view, copy, array = x[2:], x.clone(), x.numpy()
    found = letters(x=x, copy=copy, view=view, detached=x.detach(), array=array, part=array[3:], other=np.ones(2))
    assert found == {
        "x": "a",
        "copy": "b",
        "view": "a",
        "detached": "a",
        "array": "a",
        "part": "a",
        "other": "c",
    }


def test_parts_that_do_not_overlap_share_through_their_whole() -> None:
    base = np.zeros(10)
    assert letters(left=base[:3], right=base[5:]) == {"left": "a", "right": "a"}
    tensor = torch.from_numpy(base)
    assert letters(left=torch.from_numpy(base[:3]), right=torch.from_numpy(base[5:]), whole=tensor) == {
        "left": "a",
        "right": "a",
        "whole": "a",
    }


def test_letters_go_on_after_z() -> None:
    found = letters(**{f"t{number}": torch.ones(1) for number in range(28)})
    assert [found["t0"], found["t25"], found["t26"], found["t27"]] == ["a", "z", "aa", "ab"]


def test_empty_and_meta_tensors_have_memory_of_their_own() -> None:
    meta = torch.ones(2, device="meta")
    found = letters(a=torch.empty(0), b=torch.empty(0), c=meta, d=meta[1:], e=torch.ones(2, device="meta"))
    assert found == {"a": "a", "b": "b", "c": "c", "d": "c", "e": "d"}


def test_view_of_names_the_base() -> None:
    x = torch.ones(4)
    array = np.ones(4)
    found = rows(x=x, v=x[1:], w=x[1:][1:], lost=torch.ones(2)[1:], d=x.detach(), array=array, part=array[1:])
    assert {name: row["view_of"] for name, row in found.items()} == {
        "x": None,
        "v": "x",
        "w": "x",
        "lost": None,
        "d": None,
        "array": None,
        "part": "array",
    }


def test_two_names_of_one_tensor() -> None:
    x = torch.ones(2)
    assert letters(x=x, y=x) == {"x": "a", "y": "a"}


@pytest.mark.parametrize(
    ("value", "preview"),
    [
        (torch.tensor(3.5), "3.5000"),
        (torch.tensor(True), "True"),
        (torch.empty(0), "[]"),
        (torch.ones(2, 2, 9), "[[[1., 1., 1., 1., 1., 1., …]]]"),
        (torch.ones(2, device="meta"), "no data (meta)"),
        (torch.eye(2).to_sparse(), "sparse_coo"),
        (np.array([1, 2]), "[1, 2]"),
        (np.array([object()]), ""),
        (3, "3"),
        pytest.param(1 << 20_000, "integer of 20,001 bits", id="huge"),
        ("hi\nyou", "'hi\\nyou'"),
        ([1, "a", None], "[1, 'a', None]"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, …]"),
        ((1,), "(1,)"),
        ({"a": [1, [2]]}, "{'a': [1, <list>]}"),
        (set(), "set()"),
        ([torch.ones(2, 3)], "[tensor[2, 3]]"),
        (np.float32(2), repr(np.float32(2))),
    ],
)
def test_previews(value: Any, preview: str) -> None:
    assert rows(v=value)["v"]["preview"] == preview


def test_previews_are_short() -> None:
    assert len(rows(v=["x" * 1000] * 10)["v"]["preview"]) == 60
    assert len(rows(v=torch.full((6,), 1e30))["v"]["preview"]) <= 60


class Trap:
    """Any call of the reader's code is a failure."""

    def __repr__(self) -> NoReturn:
        sys.exit("repr was called")

    def __len__(self) -> NoReturn:  # noqa: PLE0303
        sys.exit("len was called")

    def __eq__(self, other: object) -> NoReturn:
        sys.exit("eq was called")

    def __hash__(self) -> NoReturn:  # noqa: PLE0309
        sys.exit("hash was called")

    def __getattribute__(self, name: str) -> NoReturn:
        sys.exit(f"{name} was asked for")


class TrapMeta(type):
    def __eq__(cls, other: object) -> NoReturn:
        sys.exit("the metaclass was asked")

    def __hash__(cls) -> NoReturn:  # noqa: PLE0309
        sys.exit("the metaclass was asked")


def test_no_code_of_the_readers_is_called() -> None:
    class TrapTensor(torch.Tensor):
        @classmethod
        def __torch_function__(cls, *_: Any, **__: Any) -> NoReturn:
            sys.exit("torch_function was called")

        shape = property(lambda _: sys.exit("shape was asked for"))

    class TrapModule(torch.nn.Module):
        def parameters(self, recurse: bool = True) -> NoReturn:  # noqa: ARG002, FBT001, FBT002
            sys.exit("parameters was called")

        def named_children(self) -> NoReturn:
            sys.exit("named_children was called")

    class TrapArray(np.ndarray[Any, Any]):
        def __getitem__(self, key: Any) -> NoReturn:
            sys.exit("getitem was called")

        def __array_finalize__(self, obj: Any) -> None: ...

    class TrapList(list[int]):
        def __iter__(self) -> NoReturn:
            sys.exit("iter was called")

    found = rows(
        tensor=torch.ones(2).as_subclass(TrapTensor),
        module=TrapModule(),
        array=np.ones(2).view(TrapArray),
        items=TrapList([1]),
        trap=Trap(),
        meta=TrapMeta("Kind", (), {})(),
        inside=[Trap(), TrapMeta("Kind", (), {})()],
    )
    assert list(found) == ["tensor", "module", "array", "inside"]
    assert found["tensor"]["shape"] == [2]
    assert found["array"]["shape"] == [2]
    assert found["inside"]["preview"] == "[<Trap>, <Kind>]"


def test_exotic_tensors_do_not_raise() -> None:
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(_ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # making them is deprecated or a prototype; looking must not warn
        quantised = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)
        nested = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])
        csr = torch.eye(2).to_sparse_csr()
    with FakeTensorMode():
        fake = torch.ones(2)
    with torch.inference_mode():
        inferred = torch.ones(4)[1:]
    found = rows(
        fake=fake,
        inferred=inferred,
        custom=Double.apply(torch.ones(2, requires_grad=True)),  # type: ignore[no-untyped-call]
        nested=nested,
        quantised=quantised,
        lazy=torch.nn.UninitializedParameter(),
        mkldnn=torch.eye(2).to_mkldnn(),
        csr=csr,
        eight=torch.ones(2).to(torch.float8_e5m2),
    )
    assert len(found) == 9
    assert found["custom"]["grad_fn"] == "DoubleBackward"


def test_a_lazy_copy_stays_lazy() -> None:
    lazy = torch._lazy_clone(torch.ones(1000))
    assert torch._C._is_cow_tensor(lazy)  # type: ignore[attr-defined]
    variables({"lazy": lazy})
    assert torch._C._is_cow_tensor(lazy)  # type: ignore[attr-defined]


def test_looking_leaves_no_trace() -> None:
    x = torch.ones(3, requires_grad=True)
    y = (x * 2)[1:]
    random, node = torch.get_rng_state(), y.grad_fn
    variables({"x": x, "y": y})
    assert (x._version, y._version) == (0, 0)
    assert y.grad_fn is node
    assert torch.equal(torch.get_rng_state(), random)
    assert torch.is_grad_enabled()


def test_names_and_numbers_are_bounded() -> None:
    namespace: dict[Any, Any] = {f"n{number}": number for number in range(100)}
    namespace["x" * 500] = torch.ones(1)
    namespace[5] = torch.ones(1)
    found = variables(namespace)
    assert len(found) == 60
    assert found[0]["name"] == "x" * 80
    assert len(variables(namespace, limit=3)) == 3
    assert count(namespace) == 101
