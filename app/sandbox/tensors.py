"""What can be said about a tensor or an array without changing it.

Everything here looks through :class:`torch.Tensor`'s own descriptors, with function overrides off and no
graph recorded, so that neither a subclass's tricks nor the look itself leaves a trace: no graph node, no
random number, no version bump. Only the slice that is shown is ever read; a lazily allocated giant stays
lazy.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import sys
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import torch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TENSOR_MIME = "application/vnd.fieldnotes.tensor+json"
SIDE = 16
"""Most rows and most columns of a grid."""

Number: TypeAlias = "bool | int | float | complex"

_MIDDLE_LEVEL = 4
_LONGEST_CELL = 40
_MODULES_WALKED = 10_000


@contextlib.contextmanager
def untouched() -> Iterator[None]:
    """Look at tensors without leaving a trace: no graph, no overrides of a subclass or a mode."""
    # In this order: a mode of the reader's would see gradients being switched off.
    with torch._C.DisableTorchFunction(), torch.no_grad():  # noqa: SLF001
        yield


def is_tensor(value: object) -> bool:
    """Whether *value* is a tensor by its type; ``__class__`` may lie."""
    return issubclass(type(value), torch.Tensor)


def is_array(value: object) -> bool:
    """Whether *value* is a numpy array by its type; numpy is not imported for the question."""
    numpy = sys.modules.get("numpy")
    array = getattr(numpy, "ndarray", None)
    return isinstance(array, type) and issubclass(type(value), array)


def is_module(value: object) -> bool:
    """Whether *value* is an ``nn.Module`` by its type."""
    return issubclass(type(value), torch.nn.Module)


def attribute(tensor: torch.Tensor, name: str) -> Any:
    """The attribute as :class:`torch.Tensor` itself defines it, whatever a subclass says."""
    return getattr(torch.Tensor, name).__get__(tensor)


def type_name(value: object) -> str:
    """The name of the type of *value*, read past any metaclass."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def node_kind(node: object) -> Any:
    """The class that knows *node*: of a Function of the reader's, torch's own, past what the reader put on it."""
    base = torch._C._FunctionBase  # noqa: SLF001
    return base if issubclass(type(node), base) else type(node)


def grad_fn_name(tensor: torch.Tensor) -> str | None:
    """Name of the graph node that made *tensor* (``CloneBackward0``), or None."""
    node = attribute(tensor, "grad_fn")
    return None if node is None else str(node_kind(node).name(node))


def is_plain(value: object) -> bool:
    """Whether *value* answers without code in Python: no class of its own stands between it and its memory.

    What its type says is read from the dictionaries of its bases, past any metaclass or descriptor.
    """
    if is_array(value):
        return True
    for base in type.__dict__["__mro__"].__get__(type(value)):
        held = type.__dict__["__dict__"].__get__(base)
        if "__torch_dispatch__" in held:
            return base is torch.Tensor or held["__torch_dispatch__"] is torch.Tensor.__dict__["__torch_dispatch__"]
    return True


def has_values(tensor: torch.Tensor) -> bool:
    """Whether elements can be read one by one: dense, real memory, and not a stand-in such as FakeTensor."""
    return (
        is_plain(tensor)
        and attribute(tensor, "layout") is torch.strided
        and not attribute(tensor, "is_nested")
        and not attribute(tensor, "is_quantized")
        and attribute(tensor, "device").type != "meta"
    )


def read(tensor: torch.Tensor, index: tuple[Any, ...]) -> Any:
    """The elements at *index*, as nested lists of Python numbers; only those are touched."""
    with untouched():
        part = torch.Tensor.__getitem__(torch.Tensor.detach(tensor), index)
        if part.dtype.is_floating_point and part.dtype.itemsize == 1:
            part = part.to(torch.float32)  # the eight-bit floats have no tolist of their own
        return part.cpu().tolist()


def corner(shape: Sequence[int]) -> tuple[Any, ...]:
    """Index of what a grid shows: of the last two dimensions a corner, of the others the first."""
    shown = min(len(shape), 2)
    return (0,) * (len(shape) - shown) + (slice(0, SIDE),) * shown


def grid(value: Any) -> dict[str, Any] | None:
    """The ``tensor+json`` of a tensor or a numpy array; None where a grid would add nothing to the text."""
    described = _describe_tensor(value) if is_tensor(value) else _describe_array(value)
    if described is None:
        return None
    facts, cells = described
    shape = facts["shape"]
    rows = [cells] if len(shape) == 1 else cells
    flat = list(itertools.chain.from_iterable(rows))
    width = len(rows[0])
    texts, levels = format_all(flat), heat(flat)
    return {
        **facts,
        "rows": [texts[i : i + width] for i in range(0, len(flat), width)],
        "levels": [levels[i : i + width] for i in range(0, len(flat), width)],
        "truncated": math.prod(shape) > len(flat),
        "index": _index_text(len(shape)),
    }


def _index_text(dimensions: int) -> str | None:
    """Which slice of a tensor of more than two dimensions is shown, as the reader would write it."""
    shown = 2
    if dimensions <= shown:
        return None
    return "[" + ", ".join(["0"] * (dimensions - shown) + [":"] * shown) + "]"


def _describe_tensor(tensor: torch.Tensor) -> tuple[dict[str, Any], list[Any]] | None:
    with untouched():
        shape = list(attribute(tensor, "shape"))
        if not shape or 0 in shape or not has_values(tensor):
            return None
        facts = {
            "shape": shape,
            "dtype": str(attribute(tensor, "dtype")),
            "device": str(attribute(tensor, "device")),
            "requires_grad": attribute(tensor, "requires_grad"),
            "grad_fn": grad_fn_name(tensor),
        }
    return facts, read(tensor, corner(shape))


def plain_array(array: Any) -> Any:
    """*array* as an ndarray proper, or None when its elements are not plain numbers."""
    numpy = sys.modules["numpy"]
    if type(array) not in (numpy.ndarray, numpy.memmap):
        return None
    plain = array.view(numpy.ndarray)
    return plain if plain.dtype.kind in "biufc" else None


def _describe_array(array: Any) -> tuple[dict[str, Any], list[Any]] | None:
    plain = plain_array(array)
    if plain is None or plain.ndim == 0 or plain.size == 0:
        return None
    facts = {
        "shape": list(plain.shape),
        "dtype": str(plain.dtype),
        "device": "cpu",
        "requires_grad": False,
        "grad_fn": None,
    }
    return facts, plain[corner(plain.shape)].tolist()


def format_all(values: Sequence[Number]) -> list[str]:
    """The numbers as torch prints them: one style for all, chosen by the largest and the smallest."""
    parts = [
        part
        for value in values
        for part in ((value.real, value.imag) if isinstance(value, complex) else (value,))
        if isinstance(part, float) and math.isfinite(part)
    ]
    style = _style(parts)
    return [_format(value, style)[:_LONGEST_CELL] for value in values]


def _style(floats: Sequence[float]) -> str:
    """Format specification for *floats*: whole numbers, four decimals, or scientific."""
    sizes = [abs(value) for value in floats if value]
    if not sizes:
        return "whole"
    largest, smallest = max(sizes), min(sizes)
    if all(value.is_integer() for value in floats) and largest < 1e8:  # noqa: PLR2004
        return "whole"
    if largest >= 1e8 or smallest < 1e-4 or largest / smallest > 1e3:  # noqa: PLR2004
        return ".4e"
    return ".4f"


def _format(value: Number, style: str) -> str:
    if isinstance(value, complex):
        imaginary = _format(value.imag, style)
        return f"{_format(value.real, style)}{'' if imaginary.startswith('-') else '+'}{imaginary}j"
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return str(value)
    return f"{value:.0f}." if style == "whole" else format(value, style)


def heat(values: Sequence[Number]) -> list[int | None]:
    """A level from 0 to 8 for each finite number, None for the rest.

    4 is zero; below it are the negative numbers, above it the positive ones, both on the scale of the largest of all,
    so that the colour says the sign and its strength the size.
    """
    largest = max((abs(value) for value in values if _is_drawn(value)), default=0)
    return [_level(value, largest) if _is_drawn(value) else None for value in values]


def _is_drawn(value: Number) -> TypeGuard[float]:
    return not isinstance(value, complex) and math.isfinite(value)


def _level(value: float, largest: float) -> int:
    return _MIDDLE_LEVEL + (round(_MIDDLE_LEVEL * (value / largest)) if largest else 0)


def brief(value: Any, *, items: int = 6) -> str:
    """The first few elements of a tensor or an array in one line: ``[1.0000, 2.0000, …]``."""
    if is_tensor(value):
        shape = list(attribute(value, "shape"))
        if not has_values(value):
            return _absent(value)
    else:
        plain = plain_array(value)
        if plain is None:
            return ""
        shape = list(plain.shape)
    if 0 in shape:
        return "[]"
    index = (0,) * (len(shape) - 1) + (slice(0, items),) * bool(shape)
    first = read(value, index) if is_tensor(value) else plain[index].tolist()
    if not shape:
        return format_all([first])[0]
    more = ", …" if math.prod(shape) > len(first) else ""
    depth = len(shape)
    return "[" * depth + ", ".join(format_all(first)) + more + "]" * depth


def _absent(tensor: torch.Tensor) -> str:
    """Why the elements of *tensor* are not shown."""
    if attribute(tensor, "device").type == "meta":
        return "no data (meta)"
    layout = attribute(tensor, "layout")
    return "" if layout is torch.strided else str(layout).removeprefix("torch.")


def own(module: object, table: str) -> dict[str, Any]:
    """``_parameters`` or ``_modules`` of *module* as it is stored, past anything the class overrides."""
    try:
        stored = object.__getattribute__(module, "__dict__").get(table)
    except AttributeError:
        return {}
    return dict(stored) if isinstance(stored, dict) else {}


def parameter_count(module: object) -> int:
    """How many numbers *module* learns, shared ones counted once, uninitialised ones not at all."""
    seen: set[int] = set()
    waiting, total = [module], 0
    while waiting and len(seen) < _MODULES_WALKED:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        for parameter in own(current, "_parameters").values():
            if is_tensor(parameter) and id(parameter) not in seen:
                seen.add(id(parameter))
                total += _numel(parameter)
        waiting += [child for child in own(current, "_modules").values() if is_module(child)]
    return total


def _numel(tensor: torch.Tensor) -> int:
    with untouched():
        try:
            return torch.Tensor.numel(tensor)
        except (RuntimeError, ValueError):
            return 0
