"""What is left at the end of a run: the tensors, arrays and modules the reader named, and who shares memory with whom."""

from __future__ import annotations

import itertools
import sys
import types
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from app.sandbox import tensors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMIT = 60
NAME_LIMIT = 80
PREVIEW_LIMIT = 60

_CODE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
_ATOMS = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    type(None),
    torch.dtype,
    torch.device,
    torch.Size,
    torch.layout,
)
_CONTAINERS = (list, tuple, dict, set, frozenset)
_PREVIEWED_ITEMS = 6
_PREVIEWED_DEPTH = 2
_LONGEST_INTEGER_BITS = 160


@dataclass(frozen=True, slots=True)
class _Memory:
    """Where the elements of a tensor or an array lie: bytes ``start..end`` of *space*, or an opaque identity."""

    space: str
    start: int
    end: int

    def meets(self, other: _Memory) -> bool:
        return self.space == other.space and self.start < other.end and other.start < self.end


def variables(namespace: dict[str, Any], *, limit: int = LIMIT) -> list[dict[str, Any]]:
    """A row for each name the reader made, tensors and their kin first, at most *limit* of them.

    Looking changes nothing, and no code of the reader's is called.
    """
    named = list(_named(namespace))[:limit]
    letters = _letters([value for _, value in named])
    names: dict[int, str] = {}
    for name, value in named:
        names.setdefault(id(value), name)
    return [_row(name, value, letter, names) for (name, value), letter in zip(named, letters, strict=True)]


def count(namespace: dict[str, Any]) -> int:
    """How many rows :func:`variables` would make without a limit."""
    return sum(1 for _ in _named(namespace))


def _named(namespace: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The reader's names with their values: what holds tensors first, then simple values, in order of appearance."""
    items = [
        (name, value)
        for name, value in dict.copy(namespace).items()
        if type(name) is str and _is_readers(name)
    ]
    yield from ((name, value) for name, value in items if _is_main(value))
    yield from ((name, value) for name, value in items if _is_simple(value))


def _is_readers(name: str) -> bool:
    """Whether *name* is one a reader would give: not ``__name__``, not the throwaway ``_``."""
    return not name.startswith("__") and name.strip("_") != ""


def _is_main(value: object) -> bool:
    if issubclass(type(value), _CODE):
        return False
    return (
        _is_optimizer(value)
        or tensors.is_tensor(value)
        or tensors.is_array(value)
        or tensors.is_module(value)
    )


def _is_optimizer(value: object) -> bool:
    return issubclass(type(value), torch.optim.Optimizer)


def _is_simple(value: object) -> bool:
    return type(value) in _ATOMS or type(value) in _CONTAINERS or _is_numpy_scalar(value)


def _is_numpy_scalar(value: object) -> bool:
    generic = getattr(sys.modules.get("numpy"), "generic", None)
    return (
        isinstance(generic, type) and issubclass(type(value), generic) and type(value).__module__ == "numpy"
    )


def _row(name: str, value: Any, letter: str | None, names: dict[int, str]) -> dict[str, Any]:
    """The row of one variable; where a fact can't be had, the row says nothing about it rather than failing."""
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
            "shape": _guarded(
                lambda shaped: [int(n) for n in tensors.attribute(shaped, "shape")], tensor, []
            ),
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


def _letters(values: list[Any]) -> list[str | None]:
    """A letter for each value with memory; values whose memory meets, directly or through others, get the same one."""
    places = [_guarded(_memory, value, None) for value in values]
    groups: list[list[int]] = []
    for position, place in enumerate(places):
        if place is None:
            continue
        met = [group for group in groups if any(place.meets(places[other]) for other in group)]
        merged = sorted([position, *(other for group in met for other in group)])
        groups = [group for group in groups if group not in met]
        groups.append(merged)
    letters: list[str | None] = [None] * len(values)
    for number, group in enumerate(sorted(groups)):
        for position in group:
            letters[position] = _letter(number)
    return letters


def _letter(number: int) -> str:
    """a … z, aa, ab …"""
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
    ask: Any = torch._C  # noqa: SLF001 - torch has no public question for it
    return bool(ask._is_cow_tensor(tensor))


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
            return _shorten(tensors.brief(value))
    if tensors.is_module(value):
        return f"{tensors.type_name(value)}, {tensors.parameter_count(value):,} parameters"
    if _is_optimizer(value):
        return _optimizer(value)
    return _shorten(_brief(value, _PREVIEWED_DEPTH))


def _optimizer(value: object) -> str:
    """``Adam, lr=0.001``: read from the instance, as properties of a subclass are the reader's code."""
    groups = object.__getattribute__(value, "__dict__").get("param_groups")
    rate = groups[0].get("lr") if type(groups) is list and groups and type(groups[0]) is dict else None
    return tensors.type_name(value) + (f", lr={rate!r}" if type(rate) is float else "")


def _brief(value: Any, depth: int) -> str:
    """A short text of *value* that calls nothing of the reader's: only exact built-in types are printed."""
    kind = type(value)
    if kind is int and value.bit_length() > _LONGEST_INTEGER_BITS:
        return f"integer of {value.bit_length():,} bits"
    if kind in (str, bytes):
        return repr(value[: PREVIEW_LIMIT + 1])
    if kind in _ATOMS or _is_numpy_scalar(value):
        return repr(value)
    if tensors.is_tensor(value):
        return f"tensor{list(tensors.attribute(value, 'shape'))}"
    if kind not in _CONTAINERS or depth == 0:
        return f"<{tensors.type_name(value)[:NAME_LIMIT]}>"
    return _container(value, depth)


def _container(value: Any, depth: int) -> str:
    kind = type(value)
    more = ", …" if len(value) > _PREVIEWED_ITEMS else ""
    if kind is dict:
        pairs = itertools.islice(value.items(), _PREVIEWED_ITEMS)
        return (
            "{" + ", ".join(f"{_brief(k, depth - 1)}: {_brief(v, depth - 1)}" for k, v in pairs) + more + "}"
        )
    items = ", ".join(_brief(item, depth - 1) for item in itertools.islice(value, _PREVIEWED_ITEMS))
    if kind is list:
        return f"[{items}{more}]"
    if kind is tuple:
        return f"({items}{more or (',' if len(value) == 1 else '')})"
    return f"{{{items}{more}}}" if value else f"{kind.__name__}()"


def _shorten(text: str) -> str:
    """*text* on one line of at most ``PREVIEW_LIMIT`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= PREVIEW_LIMIT else line[: PREVIEW_LIMIT - 1] + "…"
