"""One short line for a value, made without calling anything of the reader's."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import torch

from app.sandbox import tensors

PREVIEW_LIMIT = 60
DEPTH = 2
"""How deep containers within containers are shown."""

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
_LONGEST_NAME = 80
_LONGEST_INTEGER_BITS = 160


def is_simple(value: object) -> bool:
    """Whether *value* is of a built-in type, a torch constant or a number of numpy: safe to print."""
    return _is_any(type(value), _ATOMS + _CONTAINERS) or _is_numpy_scalar(value)


def _is_any(kind: type, kinds: tuple[type, ...]) -> bool:
    """``kind in kinds``, which would ask a metaclass of the reader's whether it is equal."""
    return any(kind is known for known in kinds)


def _is_numpy_scalar(value: object) -> bool:
    generic = getattr(sys.modules.get("numpy"), "generic", None)
    return isinstance(generic, type) and issubclass(type(value), generic) and type(value).__module__ == "numpy"


def brief(value: Any, depth: int = DEPTH) -> str:
    """A short text of *value* that calls nothing of the reader's: only exact built-in types are printed."""
    kind = type(value)
    if kind is int and value.bit_length() > _LONGEST_INTEGER_BITS:
        return f"integer of {value.bit_length():,} bits"
    if kind is str or kind is bytes:
        return repr(value[: PREVIEW_LIMIT + 1])
    if _is_any(kind, _ATOMS) or _is_numpy_scalar(value):
        return repr(value)
    if tensors.is_tensor(value):
        return f"tensor{list(tensors.attribute(value, 'shape'))}"
    if depth == 0 or not _is_any(kind, _CONTAINERS):
        return f"<{tensors.type_name(value)[:_LONGEST_NAME]}>"
    return _container(value, depth)


def _container(value: Any, depth: int) -> str:
    kind = type(value)
    more = ", …" if len(value) > _PREVIEWED_ITEMS else ""
    if kind is dict:
        pairs = itertools.islice(value.items(), _PREVIEWED_ITEMS)
        return "{" + ", ".join(f"{brief(k, depth - 1)}: {brief(v, depth - 1)}" for k, v in pairs) + more + "}"
    items = ", ".join(brief(item, depth - 1) for item in itertools.islice(value, _PREVIEWED_ITEMS))
    if kind is list:
        return f"[{items}{more}]"
    if kind is tuple:
        return f"({items}{more or (',' if len(value) == 1 else '')})"
    return f"{{{items}{more}}}" if value else f"{kind.__name__}()"


def shorten(text: str) -> str:
    """*text* on one line of at most ``PREVIEW_LIMIT`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= PREVIEW_LIMIT else line[: PREVIEW_LIMIT - 1] + "…"
