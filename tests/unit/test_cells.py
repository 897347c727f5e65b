from __future__ import annotations

import math
import warnings
from typing import Any, NoReturn

import numpy as np
import pytest
import torch

from app.sandbox import cells, tensors


def read(value: Any, limit: int = 64) -> list[str] | None:
    seen = cells.layout(value)
    assert seen is not None
    raw = cells.elements(value, seen, limit)
    return None if raw is None else cells.texts(seen, raw)


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (torch.tensor(7), ["7"]),
        (torch.tensor([True, False]), ["True", "False"]),
        (torch.tensor([[1, 2], [3, 4]]).t(), ["1", "3", "2", "4"]),
        (torch.arange(6)[1::2], ["1", "3", "5"]),
        (torch.ones(1).expand(3), ["1.", "1.", "1."]),
        (torch.arange(5).as_strided((3, 2), (1, 1)), ["0", "1", "1", "2", "2", "3"]),
        (torch.empty(0, 3), []),
        (torch.tensor([1.5, math.inf]), ["1.5000", "inf"]),
        (torch.tensor([1 + 2j]).conj(), ["1.-2.j"]),
        (torch.tensor([1 + 2j]).conj().imag, ["-2."]),
        (torch.arange(3).to(torch.bfloat16), ["0.", "1.", "2."]),
        (torch.arange(3).half(), ["0.", "1.", "2."]),
        (torch.nn.Parameter(torch.ones(2)), ["1.", "1."]),
        (np.arange(6.0).reshape(2, 3).T, ["0.", "3.", "1.", "4.", "2.", "5."]),
        (np.arange(3)[::-1], ["2", "1", "0"]),
        (np.zeros((0, 2)), []),
        (np.array(3.0), ["3."]),
        (torch.ones(2, device="meta"), None),
        (np.array(["text"]), None),
        (np.array([1, 2], dtype=">i4"), None),
    ],
)
def test_elements_are_read_as_the_bytes_they_are(value: Any, texts: list[str] | None) -> None:
    assert read(value) == texts


@pytest.mark.parametrize(
    "dtype",
    [torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu],
)
def test_every_eight_bit_float_is_what_torch_says(dtype: torch.dtype) -> None:
    tensor = torch.arange(256, dtype=torch.uint8).view(dtype)
    seen = cells.layout(tensor)
    assert seen is not None
    raw = cells.elements(tensor, seen, 256)
    assert raw is not None
    found = cells.numbers(seen, raw)
    assert found is not None
    for mine, torchs in zip(found, tensor.float().tolist(), strict=True):
        assert mine == torchs or (math.isnan(mine.real) and math.isnan(torchs))


def test_a_quantized_tensor_shows_the_whole_numbers_that_it_keeps() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tensor = torch.quantize_per_tensor(torch.tensor([1.0, 2.0]), 0.5, 10, torch.quint8)
    assert read(tensor) == ["12", "14"]


def test_a_sparse_or_nested_tensor_has_no_layout() -> None:
    assert cells.layout(torch.eye(2).to_sparse()) is None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nested = torch.nested.nested_tensor([torch.ones(1), torch.ones(2)])
    assert cells.layout(nested) is None


def test_what_lies_outside_a_storage_is_not_read() -> None:
    tensor = torch.ones(1000)
    tensor.untyped_storage().resize_(0)
    assert read(tensor) is None
    shorter = torch.ones(1000)
    shorter.untyped_storage().resize_(8)
    assert read(shorter) is None


def test_a_lazy_copy_stays_lazy() -> None:
    lazy: Any = torch._lazy_clone(torch.arange(3.0))
    is_lazy: Any = torch._C._is_cow_tensor  # type: ignore[attr-defined]
    assert is_lazy(lazy)
    assert read(lazy) == ["0.", "1.", "2."]
    assert is_lazy(lazy)


def test_only_what_is_asked_for_is_read_of_a_giant() -> None:
    giant = torch.zeros(1).expand(10**12)
    assert read(giant, 3) == ["0.", "0.", "0."]
    seen = cells.layout(giant)
    assert seen is not None
    assert seen.count == 10**12


class Opaque(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise AssertionError("the reader's code was called")


class Loud(torch.Tensor):
    """Everything in Python is overridden, the memory is as ever."""

    @classmethod
    def __torch_function__(cls, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise AssertionError("the reader's code was called")

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked of the reader's class")


def test_a_class_of_the_readers_is_never_asked() -> None:
    loud = torch.Tensor._make_subclass(Loud, torch.arange(3.0))
    assert read(loud) == ["0.", "1.", "2."]
    opaque = torch.Tensor._make_subclass(Opaque, torch.arange(3.0))
    assert cells.layout(opaque) is None


class Trap(type(torch.Tensor)):  # type: ignore[misc]
    armed = False

    def __getattribute__(cls, name: str) -> Any:
        if type.__getattribute__(Trap, "armed"):
            raise AssertionError("the reader's metaclass was asked")
        return super().__getattribute__(name)


class Trapped(torch.Tensor, metaclass=Trap):
    pass


def test_a_metaclass_of_the_readers_is_never_asked() -> None:
    trapped = torch.Tensor._make_subclass(Trapped, torch.arange(3.0))
    Trap.armed = True
    try:
        assert tensors.is_plain(trapped)
        assert read(trapped) == ["0.", "1.", "2."]
    finally:
        Trap.armed = False


def test_reading_counts_as_nothing() -> None:
    tensor = torch.arange(6.0).view(2, 3).t()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        assert read(tensor) is not None
    assert [event.name for event in profile.events() or [] if event.name.startswith("aten")] == []
    assert tensor._version == 0


def test_a_torch_that_does_not_tell_addresses_is_asked_the_public_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(torch._C, "_data_address")
    lazy: Any = torch._lazy_clone(torch.arange(3.0))
    is_lazy: Any = torch._C._is_cow_tensor  # type: ignore[attr-defined]
    assert read(torch.arange(3.0)[1:]) == ["1.", "2."]
    assert read(lazy) is None
    assert is_lazy(lazy)


def test_another_devices_bytes_come_as_one_piece_of_its_storage() -> None:
    tensor = torch.arange(6, dtype=torch.int16).view(2, 3).t()
    assert cells._copied(tensor, 2, 6) == bytes([1, 0, 2, 0])
    assert cells._copied(tensor, 0, 10**9) is None
    assert tensor._version == 0


def test_the_whole_of_a_value_is_taken_only_where_it_is_small() -> None:
    tensor = torch.arange(4, dtype=torch.uint8)
    seen = cells.layout(tensor)
    assert seen is not None
    assert cells.whole(seen, 4) == bytes(range(4))
    assert cells.whole(seen, 3) is None
