from __future__ import annotations

import base64
import collections
import json
import math
import warnings
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from app.sandbox.display import HTML_LIMIT, MODULE_MIME, bundle, plain
from app.sandbox.tables import TABLE_MIME
from app.sandbox.tensors import TENSOR_MIME

PNG = b"\x89PNG\r\n\x1a\n rest"


def grid(value: object) -> dict[str, Any]:
    found: dict[str, Any] = bundle(value)[TENSOR_MIME]
    json.dumps(found)
    return found


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


class Raises:
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __repr__(self) -> str:
        raise self.error


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no message either")


def test_plain_text_is_the_repr() -> None:
    assert bundle([1, "a"]) == {"text/plain": "[1, 'a']"}
    assert bundle(torch.ones(2))["text/plain"] == "tensor([1., 1.])"


def test_long_text_is_cut_and_says_so() -> None:
    text = bundle("x" * 50_000, limit=100)["text/plain"]
    assert text == "'" + "x" * 99 + "… [cut at 100 characters]"
    assert bundle("x" * 98, limit=100)["text/plain"] == repr("x" * 98)


@pytest.mark.parametrize("make", [list, tuple, set, lambda r: dict.fromkeys(r, 0)])
def test_a_huge_container_is_cut_before_it_is_printed(make: Any) -> None:
    value = make(range(300_000))
    assert plain(value, limit=1000) == repr(value)[:1000] + "… [cut at 1,000 characters]"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("bad"), "<Raises: repr raised ValueError: bad>"),
        (ValueError(), "<Raises: repr raised ValueError>"),
        (MuteError(), "<Raises: repr raised MuteError>"),
        (GeneratorExit("x"), "<Raises: repr raised GeneratorExit: x>"),
        (RecursionError("deep"), "<Raises: repr raised RecursionError: deep>"),
    ],
)
def test_a_repr_that_raises_is_told(error: BaseException, told: str) -> None:
    assert bundle(Raises(error)) == {"text/plain": told}


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
def test_what_ends_a_program_is_not_swallowed(error: BaseException) -> None:
    with pytest.raises(type(error)):
        bundle(Raises(error))


def test_a_repr_that_is_no_string() -> None:
    class Odd:
        def __repr__(self) -> str:
            return 5  # type: ignore[return-value]

    assert "repr raised TypeError: __repr__ returned non-string" in bundle(Odd())["text/plain"]


def test_a_repr_that_is_a_tricky_string() -> None:
    class Text(str):
        __slots__ = ()

        def __len__(self) -> int:
            raise ValueError

        def __getitem__(self, key: Any) -> str:
            raise ValueError

    class Odd:
        def __repr__(self) -> str:
            return Text("hello")

    text = bundle(Odd())["text/plain"]
    assert type(text) is str
    assert text == "hello"


def test_a_metaclass_that_lies_about_the_name() -> None:
    class Meta(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise ValueError

    class Odd(metaclass=Meta):
        def __repr__(self) -> str:
            raise KeyError("k")

    assert bundle(Odd()) == {"text/plain": "<Odd: repr raised KeyError: 'k'>"}


def test_a_class_that_lies_about_its_class() -> None:
    class Odd:
        __class__ = torch.Tensor  # type: ignore[assignment]

        def __repr__(self) -> str:
            return "odd"

    assert bundle(Odd()) == {"text/plain": "odd"}


def test_a_signed_tensor_is_centred() -> None:
    found = grid(torch.tensor([[-2.0, 0.0, 1.0], [math.nan, math.inf, 2.0]]))
    assert found["levels"] == [[0, 4, 6], [None, None, 8]]
    assert found["rows"] == [["-2.", "0.", "1."], ["nan", "inf", "2."]]
    assert (found["shape"], found["dtype"], found["device"]) == ([2, 3], "torch.float32", "cpu")
    assert (found["truncated"], found["index"]) == (False, None)


def test_data_without_a_sign_takes_one_half_of_the_scale() -> None:
    assert grid(torch.tensor([0.0, 5.0, 10.0]))["levels"] == [[4, 6, 8]]
    assert grid(torch.tensor([-1.0, -2.0]))["levels"] == [[2, 0]]
    assert grid(torch.tensor([True, False])) | {} == {
        "shape": [2],
        "dtype": "torch.bool",
        "device": "cpu",
        "requires_grad": False,
        "grad_fn": None,
        "rows": [["True", "False"]],
        "levels": [[8, 4]],
        "truncated": False,
        "index": None,
    }
    assert grid(torch.zeros(2))["levels"] == [[4, 4]]
    assert grid(torch.full((2,), 7))["levels"] == [[8, 8]]
    assert grid(torch.tensor([math.nan]))["levels"] == [[None]]


def test_numbers_are_printed_as_torch_prints_them() -> None:
    assert grid(torch.tensor([1.5, 2.0]))["rows"] == [["1.5000", "2.0000"]]
    assert grid(torch.tensor([1e-6, 2.0]))["rows"] == [["1.0000e-06", "2.0000e+00"]]
    assert grid(torch.tensor([1, -2]))["rows"] == [["1", "-2"]]
    assert grid(torch.tensor([1 - 2j]))["rows"] == [["1.-2.j"]]
    assert grid(torch.tensor([1 - 2j]))["levels"] == [[None]]


def test_of_a_large_tensor_a_corner_is_shown() -> None:
    found = grid(torch.arange(4 * 20 * 30).view(4, 20, 30))
    assert len(found["rows"]) == 16
    assert {len(row) for row in found["rows"] + found["levels"]} == {16}
    assert found["rows"][1][0] == "30"
    assert (found["truncated"], found["index"]) == (True, "[0, :, :]")
    assert grid(torch.ones(1, 1, 2, 2))["truncated"] is False


@pytest.mark.parametrize(
    "value", [torch.tensor(1.0), torch.empty(0), torch.empty(3, 0), np.array(1.0), np.ones((0, 2))]
)
def test_scalars_and_empty_tensors_need_no_grid(value: Any) -> None:
    assert list(bundle(value)) == ["text/plain"]


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64", "float16", "float64", "complex128", "bool"])
def test_arrays_have_grids_too(dtype: str) -> None:
    found = grid(np.ones((2, 3), dtype=dtype))
    assert (found["shape"], found["dtype"], len(found["rows"])) == ([2, 3], dtype, 2)


def test_arrays_of_anything_else_stay_plain() -> None:
    for array in (np.array([object()]), np.array(["a"]), np.ma.masked_array([1, 2], [True, False])):
        assert list(bundle(array)) == ["text/plain"]


def exotic() -> list[torch.Tensor]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # making some of them is deprecated or a prototype; looking must not warn
        return make_exotic()


def make_exotic() -> list[torch.Tensor]:
    class Sub(torch.Tensor):
        @classmethod
        def __torch_function__(cls, *_: Any, **__: Any) -> NoReturn:
            raise RuntimeError("not for you")

    class Shapeless(torch.Tensor):
        shape = property(lambda _: 1 / 0)

    with FakeTensorMode():
        fake = torch.ones(2, 2)
    with torch.inference_mode():
        inferred = torch.ones(2)
    return [
        torch.ones(2, 2, device="meta"),
        fake,
        inferred,
        torch.eye(2).to_sparse(),
        torch.eye(2).to_mkldnn(),
        torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8),
        torch.ones(2, dtype=torch.complex64).conj(),
        torch.ones(2, 3).t(),
        torch.ones(1).expand(3, 3),
        torch.ones(2).to(torch.float8_e4m3fn),
        torch.ones(2, dtype=torch.bfloat16),
        torch.ones(2, dtype=torch.uint64),
        torch.ones(2).as_subclass(Sub),
        torch.ones(2).as_subclass(Shapeless),
        torch.nn.Parameter(torch.ones(2)),
        torch.nn.UninitializedParameter(),
        torch.ones(2, requires_grad=True)[:1],
        torch._lazy_clone(torch.ones(2)),
    ]


def test_exotic_tensors_do_not_raise() -> None:
    for tensor in exotic():
        json.dumps(bundle(tensor))


def test_a_subclass_still_has_a_grid() -> None:
    refusing, shapeless = exotic()[12:14]
    assert bundle(refusing)["text/plain"] == "<Sub: repr raised RuntimeError: not for you>"
    assert grid(refusing)["rows"] == [["1.", "1."]]
    assert grid(shapeless)["shape"] == [2]


def test_looking_leaves_no_trace() -> None:
    leaf = torch.ones(3, requires_grad=True)
    result = leaf * 2
    random, version, references = torch.get_rng_state(), leaf._version, result.grad_fn
    assert grid(result)["grad_fn"] == "MulBackward0"
    assert grid(result)["requires_grad"] is True
    bundle(leaf)
    assert leaf._version == version
    assert leaf.grad is None
    assert leaf.is_leaf
    assert result.grad_fn is references
    assert torch.equal(torch.get_rng_state(), random)
    assert torch.is_grad_enabled()


def test_a_lazily_allocated_giant_stays_lazy() -> None:
    giant = torch.empty(2 * 10**8)
    before = resident_bytes()
    assert bundle(giant)[TENSOR_MIME]["truncated"] is True
    assert resident_bytes() - before < 50 * 1024 * 1024


def test_a_module_is_a_tree() -> None:
    model = torch.nn.Sequential(collections.OrderedDict(first=torch.nn.Linear(2, 3), act=torch.nn.ReLU()))
    data = bundle(model)
    assert data["text/plain"] == repr(model)
    tree = data[MODULE_MIME]["tree"]
    assert (tree["name"], tree["type"], tree["params"]) == ("", "Sequential", 9)
    assert tree["children"][0] == {
        "name": "first",
        "type": "Linear",
        "extra": "in_features=2, out_features=3, bias=True",
        "params": 9,
        "children": [],
    }


def test_a_large_or_endless_module_is_bounded() -> None:
    wide = bundle(torch.nn.Sequential(*[torch.nn.ReLU() for _ in range(1000)]))[MODULE_MIME]["tree"]
    assert len(wide["children"]) == 200
    assert wide["children"][-1]["extra"] == "801 more"
    loop = torch.nn.Module()
    loop.self = loop
    assert json.dumps(bundle(loop)[MODULE_MIME]).count('"children"') < 20


def test_shared_parameters_count_once() -> None:
    layer = torch.nn.Linear(2, 2)
    assert bundle(torch.nn.Sequential(layer, layer))[MODULE_MIME]["tree"]["params"] == 6


def test_a_module_whose_parts_raise() -> None:
    class Odd(torch.nn.Module):
        def extra_repr(self) -> str:
            raise ValueError("no")

        def parameters(self, recurse: bool = True) -> NoReturn:  # noqa: ARG002, FBT001, FBT002
            raise ValueError("no")

    data = bundle(Odd())
    assert data["text/plain"] == "<Odd: repr raised ValueError: no>"
    assert data[MODULE_MIME]["tree"]["type"] == "Odd"


def test_rows_become_a_table() -> None:
    assert bundle([("a", 1.0), ("b", 0.333333333)])[TABLE_MIME] == {
        "columns": ["0", "1"],
        "rows": [["a", "1"], ["b", "0.333333"]],
        "truncated": False,
    }
    records = [{"name": "x", "shape": torch.Size([2, 3])}, {"name": "y", "shape": torch.Size([])}]
    assert bundle(records)[TABLE_MIME]["columns"] == ["name", "shape"]
    assert bundle(records)[TABLE_MIME]["rows"] == [["x", "[2, 3]"], ["y", "[]"]]
    losses = {"train": torch.tensor(0.25), "steps": 10}
    assert bundle(losses)[TABLE_MIME]["rows"] == [["train", "0.2500"], ["steps", "10"]]


def test_named_tuples_name_the_columns() -> None:
    point = collections.namedtuple("point", ["x", "y"])  # noqa: PYI024 - the kind readers write
    assert bundle([point(1, 2), point(3, 4)])[TABLE_MIME]["columns"] == ["x", "y"]


@pytest.mark.parametrize(
    "value",
    [
        [],
        [1, 2],
        [(1, 2)],
        [(1, 2), (3,)],
        [(1,), (2,)],
        [{"a": 1}, {"b": 1}],
        [{"a": object()}, {"a": 1}],
        {"a": 1},
        {"a": torch.ones(3), "b": 1},
        [(1, Raises(ValueError())), (2, 3)],
    ],
)
def test_what_makes_no_table_stays_plain(value: Any) -> None:
    assert TABLE_MIME not in bundle(value)


def test_a_table_is_bounded() -> None:
    found = bundle([tuple(range(20)) for _ in range(100)])[TABLE_MIME]
    assert (len(found["rows"]), len(found["rows"][0]), len(found["columns"])) == (50, 12, 12)
    assert found["truncated"] is True
    cut = bundle([("x" * 500, 10**500), ("y", 1)])[TABLE_MIME]
    assert len(cut["rows"][0][0]) == 120
    assert cut["rows"][0][1] == "integer of 1661 bits"
    assert cut["truncated"] is True


def test_html_and_images_of_other_libraries() -> None:
    class Frame:
        def _repr_html_(self) -> str:
            return "<table></table>"

        def _repr_png_(self) -> bytes:
            return PNG

    data = bundle(Frame())
    assert data["text/html"] == "<table></table>"
    assert base64.b64decode(data["image/png"]) == PNG


@pytest.mark.parametrize("html", [None, 5, "x" * (HTML_LIMIT + 1), ValueError("no")])
def test_html_that_is_unusable_is_left_out(html: Any) -> None:
    class Frame:
        def _repr_html_(self) -> Any:
            if isinstance(html, Exception):
                raise html
            return html

    assert list(bundle(Frame())) == ["text/plain"]
    assert list(bundle(Frame)) == ["text/plain"]


def test_an_object_that_claims_every_attribute() -> None:
    class Yes:
        def __getattr__(self, name: str) -> Any:
            return lambda *_: name

    assert list(bundle(Yes())) == ["text/plain"]


@pytest.mark.parametrize("value", [None, torch.float32, torch.Size([1]), torch.Generator(), torch.device("cpu"), 3])
def test_simple_values_are_plain(value: Any) -> None:
    assert bundle(value) == {"text/plain": repr(value)}
