"""The tensors and arrays that the reader can reach by a short name.

``x``, and what hangs on it: ``x.grad``, ``layer.weight``, ``pair[0]``, ``batch['image']``. No code of the reader's is
called: only exact lists, tuples and dictionaries are opened, modules and gradients are read where torch keeps them.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.sandbox import cells, inspector, tensors

LIMIT = 60
_COUNTED = 1000
"""How far what is left out is counted."""
_IN_A_CONTAINER = 12
_IN_A_MODULE = 24


class Named(NamedTuple):
    """A value under the name by which the reader can reach it."""

    name: str
    value: Any


def reached(namespace: dict[str, Any], limit: int = LIMIT) -> tuple[list[Named], int]:
    """The first *limit* of them, and how many more there are. A value with several names is there for each."""
    everything = _all(namespace)
    found = list(itertools.islice(everything, limit))
    return found, sum(1 for _ in itertools.islice(everything, _COUNTED))


def lettered(namespace: dict[str, Any], found: list[Named]) -> list[str | None]:
    """For each of *found* the letter of its memory, the same as the table of variables has."""
    listed = [value for _, value in itertools.islice(inspector.reader_names(namespace), inspector.LIMIT)]
    return inspector.letters([*listed, *(named.value for named in found)])[len(listed) :]


def _all(namespace: dict[str, Any]) -> Iterator[Named]:
    """In order of appearance, whole values before parts of others."""
    parts: deque[Named] = deque()
    for name, value in inspector.reader_names(namespace):
        short = name[: inspector.NAME_LIMIT]
        if tensors.is_tensor(value) or tensors.is_array(value):
            yield Named(short, value)
            yield from _gradient(short, value)
        else:
            parts.append(Named(short, value))
    for name, value in parts:
        if tensors.is_module(value):
            yield from itertools.islice(_of_module(name, value), 2 * _IN_A_MODULE)
        elif type(value) in (list, tuple, dict):
            yield from _of_container(name, value)


def _gradient(name: str, value: Any) -> Iterator[Named]:
    """What ``backward`` has left at a leaf; of others torch would only warn."""
    if tensors.is_array(value) or not tensors.is_plain(value):
        return
    with tensors.untouched():
        gradient = cells.ask(value, "grad") if cells.ask(value, "is_leaf") else None
    if tensors.is_tensor(gradient):
        yield Named(f"{name}.grad", gradient)


def _of_module(name: str, module: Any) -> Iterator[Named]:
    waiting, seen = deque([(name, module)]), {id(module)}
    while waiting and len(seen) <= _IN_A_MODULE:
        path, current = waiting.popleft()
        for table in ("_parameters", "_buffers"):
            for key, tensor in tensors.own(current, table).items():
                if type(key) is str and tensors.is_tensor(tensor):
                    short = f"{path}.{key}"[: inspector.NAME_LIMIT]
                    yield Named(short, tensor)
                    yield from _gradient(short, tensor)
        for key, child in tensors.own(current, "_modules").items():
            if type(key) is str and tensors.is_module(child) and id(child) not in seen:
                seen.add(id(child))
                waiting.append((f"{path}[{key}]" if key.isdecimal() else f"{path}.{key}", child))


def _of_container(name: str, container: Any) -> Iterator[Named]:
    if type(container) is dict:
        pairs: Any = ((key, value) for key, value in dict.items(container) if type(key) in (str, int))
    else:
        pairs = enumerate(container)
    for key, value in itertools.islice(pairs, _IN_A_CONTAINER):
        if tensors.is_tensor(value) or tensors.is_array(value):
            yield Named(f"{name}[{key!r}]"[: inspector.NAME_LIMIT], value)
