"""Where the elements of a tensor or an array lie, and what is there, read as the bytes that they are.

No operation of torch's is called for it: nothing reaches a mode, a hook or a subclass of the reader's, nothing shows
up in a profile, no lazy copy is made. What is outside the storage (one that was resized to nothing, say) is not read.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import struct
import sys
from dataclasses import dataclass
from typing import Any

import torch

from app.sandbox import tensors

_BASE: Any = torch._C.TensorBase  # noqa: SLF001 - its descriptors, whatever a program does to torch.Tensor's
_C: Any = torch._C  # noqa: SLF001 - the addresses below have no public name
_STRUCTS: dict[Any, str] = {
    torch.float64: "d", torch.float32: "f", torch.float16: "e", torch.bool: "?",
    torch.int8: "b", torch.int16: "h", torch.int32: "i", torch.int64: "q",
    torch.uint8: "B", torch.uint16: "H", torch.uint32: "I", torch.uint64: "Q",
    torch.qint8: "b", torch.quint8: "B", torch.qint32: "i",
    torch.complex32: "ee", torch.complex64: "ff", torch.complex128: "dd",
    torch.bfloat16: "bfloat16",
}  # fmt: skip
_ARRAY_STRUCTS = {
    "b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "c8": "ff", "c16": "dd",
}  # fmt: skip
_SPAN = 64 * 1024
"""Bytes that are copied from another device at the most, for one tensor."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a value looks into its storage; strides and offsets in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int
    """Where element 0 is, from the first byte of the storage."""
    itemsize: int
    dtype: str
    code: str | None
    """How an element is read (a format of :mod:`struct`, or a name of ours), or None."""
    address: int | None
    """Of the first byte of the storage; None where there is no memory (meta)."""
    nbytes: int
    device: str
    conjugated: bool = False
    negated: bool = False

    @property
    def count(self) -> int:
        """How many elements."""
        return math.prod(self.shape)


def ask(tensor: torch.Tensor, name: str) -> Any:
    """An attribute of *tensor* as torch's C++ half has it, past all overrides in Python."""
    return getattr(_BASE, name).__get__(tensor)


def called(tensor: torch.Tensor, name: str) -> Any:
    """What a method of *tensor* without arguments returns, as torch's C++ half has it."""
    return getattr(_BASE, name)(tensor)


def layout(value: Any) -> Layout | None:
    """How *value* looks into its storage; None for what has none of the usual kind (sparse, nested, not plain)."""
    if not tensors.is_plain(value):
        return None
    try:
        if tensors.is_array(value):
            return _array_layout(value)
        with tensors.untouched():
            return _tensor_layout(value)
    except Exception:  # noqa: BLE001 - exotic tensors refuse some questions, each in its own way
        return None


def _tensor_layout(tensor: torch.Tensor) -> Layout | None:
    if ask(tensor, "layout") is not torch.strided or ask(tensor, "is_nested"):
        return None
    storage = _BASE.untyped_storage(tensor)
    itemsize, dtype = _BASE.element_size(tensor), ask(tensor, "dtype")
    where = storage.device
    return Layout(
        shape=tuple(map(int, ask(tensor, "shape"))),
        strides=tuple(int(step) * itemsize for step in _BASE.stride(tensor)),
        start=int(_BASE.storage_offset(tensor)) * itemsize,
        itemsize=itemsize,
        dtype=str(dtype),
        code=_STRUCTS.get(dtype) or (str(dtype) if str(dtype) in _EIGHT_BITS else None),
        address=_address(tensor, storage) if where.type != "meta" else None,
        nbytes=int(storage.nbytes()),
        device=str(where),
        conjugated=bool(_BASE.is_conj(tensor)),
        negated=bool(_BASE.is_neg(tensor)),
    )


def _address(tensor: torch.Tensor, storage: Any) -> int | None:
    """Of the first byte of *storage*. The public way to ask would make a lazy copy a real one."""
    if hasattr(_C, "_data_address"):
        return int(_C._data_address(tensor)) or None  # noqa: SLF001
    return None if _C._is_cow_tensor(tensor) else int(storage.data_ptr()) or None  # noqa: SLF001


def _array_layout(array: Any) -> Layout | None:
    numpy: Any = sys.modules["numpy"]
    kind = numpy.ndarray.dtype.__get__(array)
    owner = array
    while tensors.is_array(base := numpy.ndarray.base.__get__(owner)):
        owner = base
    low, high = numpy.lib.array_utils.byte_bounds(owner.view(numpy.ndarray))
    here = int(numpy.ndarray.__array_interface__.__get__(array)["data"][0])
    code = _ARRAY_STRUCTS.get(f"{kind.kind}{kind.itemsize}") if type(kind).isbuiltin and kind.isnative else None
    return Layout(
        shape=tuple(numpy.ndarray.shape.__get__(array)),
        strides=tuple(numpy.ndarray.strides.__get__(array)),
        start=here - low,
        itemsize=max(1, int(kind.itemsize)),
        dtype=str(kind),
        code=code,
        address=int(low),
        nbytes=int(high - low),
        device="cpu",
    )


def offsets(seen: Layout, limit: int) -> list[int]:
    """Where the first *limit* elements are, in the order of their indices, from the first byte of the storage."""
    found: list[int] = []
    total = min(seen.count, limit)
    index = [0] * len(seen.shape)
    here = seen.start
    while len(found) < total:
        found.append(here)
        for dimension in reversed(range(len(index))):
            index[dimension] += 1
            here += seen.strides[dimension]
            if index[dimension] < seen.shape[dimension]:
                break
            here -= seen.strides[dimension] * seen.shape[dimension]
            index[dimension] = 0
    return found


def elements(value: Any, seen: Layout, limit: int) -> list[bytes] | None:
    """The bytes of the first *limit* elements, or None where they can't be read."""
    places = offsets(seen, limit)
    if not places:
        return []
    if seen.address is None:
        return None
    low, high = min(places), max(places) + seen.itemsize
    if low < 0 or high > seen.nbytes:
        return None
    if seen.device == "cpu":
        return [ctypes.string_at(seen.address + place, seen.itemsize) for place in places]
    block = _copied(value, low, high)
    return None if block is None else [block[place - low : place - low + seen.itemsize] for place in places]


def whole(seen: Layout, limit: int) -> bytes | None:
    """All bytes between the first and the last element, if they are in this machine's memory and at most *limit*."""
    if seen.address is None or seen.device != "cpu" or 0 in seen.shape:
        return None
    reach = [step * (size - 1) for step, size in zip(seen.strides, seen.shape, strict=True)]
    low = seen.start + sum(step for step in reach if step < 0)
    high = seen.start + sum(step for step in reach if step > 0) + seen.itemsize
    if low < 0 or high > seen.nbytes or high - low > limit:
        return None
    return ctypes.string_at(seen.address + low, high - low)


def _copied(tensor: torch.Tensor, low: int, high: int) -> bytes | None:
    """Those bytes of a storage on another device, if copying them disturbs nothing there."""
    if high - low > _SPAN:
        return None
    with contextlib.suppress(Exception), tensors.untouched(), _C._DisableTorchDispatch():  # noqa: SLF001
        if torch.cuda.is_available() and torch.cuda.is_current_stream_capturing():
            return None
        device = ask(tensor, "device")
        window = torch.empty(0, dtype=torch.uint8, device=device)
        # A piece of the storage and no view of the tensor: it is copied as it lies, nothing is allocated over there.
        _BASE.set_(window, _BASE.untyped_storage(tensor), low, (high - low,), (1,))
        return bytes(_BASE.cpu(window).tolist())
    return None


def numbers(seen: Layout, raw: list[bytes]) -> list[tensors.Number] | None:
    """What the bytes of elements mean, or None for a kind of number that is not known here."""
    if seen.code is None:
        return None
    read = [_number(seen.code, item) for item in raw]
    if seen.conjugated:
        read = [complex(number).conjugate() for number in read]
    return [-number for number in read] if seen.negated else read


def texts(seen: Layout, raw: list[bytes]) -> list[str] | None:
    """The elements as torch prints them, in one style."""
    read = numbers(seen, raw)
    return None if read is None else tensors.format_all(read)


def _number(code: str, item: bytes) -> Any:
    if code == "bfloat16":
        return struct.unpack("f", b"\0\0" + item)[0]
    if code in _EIGHT_BITS:
        return _eight_bits(code, item[0])
    found = struct.unpack(f"={code}", item)
    return complex(*found) if len(found) > 1 else found[0]


_EIGHT_BITS = {
    "torch.float8_e4m3fn": (4, 3, 7),
    "torch.float8_e5m2": (5, 2, 15),
    "torch.float8_e4m3fnuz": (4, 3, 8),
    "torch.float8_e5m2fnuz": (5, 2, 16),
    "torch.float8_e8m0fnu": (8, 0, 127),
}
"""Bits of exponent and of fraction, and the bias."""


def _eight_bits(code: str, byte: int) -> float:
    exponent_bits, fraction_bits, bias = _EIGHT_BITS[code]
    if exponent_bits == 8:  # noqa: PLR2004 - powers of two only
        return math.nan if byte == 255 else math.ldexp(1.0, byte - bias)  # noqa: PLR2004
    sign = -1.0 if byte & 128 else 1.0
    exponent, fraction = (byte & 127) >> fraction_bits, byte & ((1 << fraction_bits) - 1)
    if code.endswith("fnuz"):
        if byte == 128:  # noqa: PLR2004 - where minus zero would be
            return math.nan
    elif exponent == (1 << exponent_bits) - 1:
        if fraction_bits == 2:  # noqa: PLR2004 - as IEEE 754 has it
            return math.nan if fraction else sign * math.inf
        if fraction == 7:  # noqa: PLR2004 - all ones: the one that is no number
            return math.nan
    size = 1 << fraction_bits
    if exponent == 0:
        return sign * math.ldexp(fraction / size, 1 - bias)
    return sign * math.ldexp(1 + fraction / size, exponent - bias)
