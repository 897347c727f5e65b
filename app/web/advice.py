"""One sentence on an error of shape, type, device or autograd, with the sizes and types that its message names.

From the message alone, which is a stranger's text: what is taken out of it is shown as text and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from app.web import advice_autograd, advice_places, advice_shapes, advice_types
from app.web.language import Words

MOST: Final = 4000
"""Characters of a message that are looked at."""

_TYPES: Final[Mapping[str, str]] = {
    "float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "short": "int16",
    "char": "int8", "byte": "uint8", "bool": "bool", "bfloat16": "bfloat16", "complexfloat": "complex64",
    "complexdouble": "complex128", "complexhalf": "complex32",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """A message, and what it comes to."""

    pattern: re.Pattern[str]
    text: str


def advise(words: Words, kind: str, message: str) -> str:
    """What *message* means here, in one sentence; empty where there is nothing to add to it.

    *kind* is the exception's type: the reader's own exceptions may say anything.
    """
    if kind.rpartition(".")[2] not in _KINDS:
        return ""
    for rule in _rules():
        found = rule.pattern.search(message[:MOST])
        if found:
            return words(rule.text) % _values(found)
    return ""


_KINDS: Final = frozenset(
    {
        "RuntimeError", "IndexError", "ValueError", "TypeError", "AssertionError", "NotImplementedError",
        "OutOfMemoryError", "AcceleratorError",
    }
)  # fmt: skip


@cache
def _rules() -> Sequence[Rule]:
    known = (advice_shapes, advice_types, advice_places, advice_autograd)
    return [Rule(re.compile(pattern), text) for module in known for pattern, text in module.RULES]


def _values(found: re.Match[str]) -> dict[str, str]:
    """The groups as they are shown, and ``last``: the last index of a dimension of size ``n``."""
    values = {name: _shown(name, value or "") for name, value in found.groupdict().items()}
    size = values.get("n", "")
    return {**values, "last": str(int(size) - 1)} if size.isdecimal() and len(size) < 20 else values  # noqa: PLR2004


def _shown(name: str, value: str) -> str:
    """A group's text for the reader: sizes in brackets, types (groups ``t``, ``t2``) by torch's names for them."""
    value = value.removeprefix("torch.Size(").removesuffix(")") if value.startswith("torch.Size(") else value
    if name == "f":
        return re.sub(r"Backward\d*$", "", value)
    if not name.startswith("t"):
        return value
    plain = re.sub(r"^(c10::|torch\.(cuda\.)?)|Tensor$", "", value)
    return _TYPES.get(plain.lower(), plain)
