"""What is left after a run: the tensors, arrays and modules the reader named, and who shares memory."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from app.sandbox import tensors
from app.sandbox.previews import PREVIEW_LIMIT, brief, is_simple, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMIT = 60
NAME_LIMIT = 80

_CODE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


@dataclass(frozen=True, slots=True)
class _Memory:
    """Where the elements of a tensor or an array lie: the bytes from *start* up to *end* of *space*."""

    space: str
    start: int
    end: int

    def meets(self, other: _Memory) -> bool:
        return self.space == other.space and self.start < other.end and other.start < self.end


def variables(namespace: dict[str, Any], *, limit: int = LIMIT) -> list[dict[str, Any]]:
    """A row for each name the reader made, tensors and their kin first, at most *limit* of them.

    Looking changes nothing, and no code of the reader's is called.
    """
    named = list(reader_names(namespace))[:limit]
    found = letters([value for _, value in named])
    names: dict[int, str] = {}
    for name, value in named:
        names.setdefault(id(value), name)
    return [_row(name, value, letter, names) for (name, value), letter in zip(named, found, strict=True)]


def count(namespace: dict[str, Any]) -> int:
    """How many rows :func:`variables` would make without a limit."""
    return sum(1 for _ in reader_names(namespace))


def reader_names(namespace: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The reader's names and values: what holds tensors first, then simple values, in order of appearance."""
    items = [(name, value) for name, value in dict.copy(namespace).items() if type(name) is str and _is_readers(name)]
    yield from ((name, value) for name, value in items if _is_main(value))
    yield from ((name, value) for name, value in items if is_simple(value))


def _is_readers(name: str) -> bool:
    """Whether *name* is one a reader would give: not ``__name__``, not the throwaway ``_``."""
    return not name.startswith("__") and name.strip("_") != ""


def _is_main(value: object) -> bool:
    if issubclass(type(value), _CODE):
        return False
    return _is_optimizer(value) or tensors.is_tensor(value) or tensors.is_array(value) or tensors.is_module(value)


def _is_optimizer(value: object) -> bool:
    return issubclass(type(value), torch.optim.Optimizer)


def _row(name: str, value: Any, letter: str | None, names: dict[int, str]) -> dict[str, Any]:
    """The row of one variable; a fact that can't be had is left out."""
    row: dict[str, Any] = {
        "name": name[:NAME_LIMIT],
        "kind": _guarded(_kind, value, "object"),
        "shape": [],
        "dtype": None,
        "device": None,
        "requires_grad": False,
        "is_leaf": True,
        "grad_fn": None,
        "in_graph": False,
        "storage": letter,
        "view_of": None,
        "preview": _guarded(_preview, value, "")[:PREVIEW_LIMIT],
    }
    if tensors.is_tensor(value):
        row.update(_guarded(lambda tensor: _tensor_facts(tensor, names), value, {}))
    elif tensors.is_array(value):
        row.update(_guarded(lambda array: _array_facts(array, names), value, {}))
    return row


def _guarded(look: Callable[[Any], Any], value: object, otherwise: Any) -> Any:
    """What *look* sees, or *otherwise*: exotic tensors refuse some questions, each in its own way."""
    try:
        return look(value)
    except Exception:  # noqa: BLE001 - which exceptions depends on the kind of tensor
        return otherwise


def _kind(value: object) -> str:
    if tensors.is_tensor(value):
        return "parameter" if issubclass(type(value), torch.nn.Parameter) else "tensor"
    if tensors.is_array(value):
        return "array"
    if tensors.is_module(value):
        return "module"
    if _is_optimizer(value):
        return "optimizer"
    return tensors.type_name(value)[:NAME_LIMIT]


def _tensor_facts(tensor: torch.Tensor, names: dict[int, str]) -> dict[str, Any]:
    with tensors.untouched():
        requires_grad = bool(tensors.attribute(tensor, "requires_grad"))
        grad_fn = _guarded(tensors.grad_fn_name, tensor, None)
        base = _guarded(lambda view: tensors.attribute(view, "_base"), tensor, None)
        return {
            "shape": _guarded(lambda shaped: [int(n) for n in tensors.attribute(shaped, "shape")], tensor, []),
            "dtype": str(tensors.attribute(tensor, "dtype")),
            "device": str(tensors.attribute(tensor, "device")),
            "requires_grad": requires_grad,
            "is_leaf": bool(tensors.attribute(tensor, "is_leaf")),
            "grad_fn": grad_fn,
            "in_graph": requires_grad or grad_fn is not None,
            "view_of": None if base is None else _cut(names.get(id(base))),
        }


def _cut(name: str | None) -> str | None:
    return None if name is None else name[:NAME_LIMIT]


def _array_facts(array: Any, names: dict[int, str]) -> dict[str, Any]:
    numpy: Any = sys.modules["numpy"]
    base = numpy.ndarray.base.__get__(array)
    return {
        "shape": list(numpy.ndarray.shape.__get__(array)),
        "dtype": str(numpy.ndarray.dtype.__get__(array)),
        "device": "cpu",
        "view_of": None if base is None else _cut(names.get(id(base))),
    }


def letters(values: list[Any]) -> list[str | None]:
    """A letter for each value that has memory; the same one where memory meets, if only through others."""
    places = [_guarded(_memory, value, None) for value in values]
    groups: list[list[int]] = []
    for position, place in enumerate(places):
        if place is None:
            continue
        met = [group for group in groups if any(place.meets(places[other]) for other in group)]
        merged = sorted([position, *(other for group in met for other in group)])
        groups = [group for group in groups if group not in met]
        groups.append(merged)
    found: list[str | None] = [None] * len(values)
    for number, group in enumerate(sorted(groups)):
        for position in group:
            found[position] = _letter(number)
    return found


def _letter(number: int) -> str:
    """One of a … z, aa, ab, …."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _memory(value: Any) -> _Memory | None:
    if tensors.is_tensor(value):
        return _tensor_memory(value)
    return _array_memory(value) if tensors.is_array(value) else None


def _tensor_memory(tensor: torch.Tensor) -> _Memory | None:
    with tensors.untouched():
        if tensors.attribute(tensor, "layout") is not torch.strided:
            return None
        storage = torch.Tensor.untyped_storage(tensor)
        identity = _Memory("storage", storage._cdata, storage._cdata + 1)  # noqa: SLF001 - its only name
        # The address of lazily copied memory may not be asked for: asking makes the copy.
        if storage.device.type == "meta" or _is_lazy_copy(tensor):
            return identity
        size, address = storage.nbytes(), storage.data_ptr()
        return _Memory(str(storage.device), address, address + size) if size and address else identity


def _is_lazy_copy(tensor: torch.Tensor) -> bool:
    ask: Any = torch._C  # noqa: SLF001 - there is no public way to ask
    return bool(ask._is_cow_tensor(tensor))  # noqa: SLF001


def _array_memory(array: Any) -> _Memory:
    """The bytes of the array that owns the memory which *array* is a view of."""
    numpy: Any = sys.modules["numpy"]
    owner = array
    while True:
        base = numpy.ndarray.base.__get__(owner)
        if base is None or not tensors.is_array(base):
            break
        owner = base
    start, end = numpy.lib.array_utils.byte_bounds(owner.view(numpy.ndarray))
    return _Memory("cpu", start, end) if end > start else _Memory("array", id(owner), id(owner) + 1)


def _preview(value: Any) -> str:
    if tensors.is_tensor(value) or tensors.is_array(value):
        with tensors.untouched():
            return shorten(tensors.brief(value))
    if tensors.is_module(value):
        return f"{tensors.type_name(value)}, {tensors.parameter_count(value):,} parameters"
    if _is_optimizer(value):
        return _optimizer(value)
    return shorten(brief(value))


def _optimizer(value: object) -> str:
    """``Adam, lr=0.001``: read from the instance, as properties of a subclass are the reader's code."""
    groups = object.__getattribute__(value, "__dict__").get("param_groups")
    rate = groups[0].get("lr") if type(groups) is list and groups and type(groups[0]) is dict else None
    return tensors.type_name(value) + (f", lr={rate!r}" if type(rate) is float else "")
