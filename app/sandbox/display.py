"""A Python value -> a MIME bundle: something worth looking at, and always what a notebook would print.

The value is a stranger's. Nothing here raises because of it, except the two exceptions with which a program
asks to be ended (``KeyboardInterrupt``, ``SystemExit``): swallowing those would keep alive what wants to
stop.
"""

from __future__ import annotations

import base64
import itertools
from typing import TYPE_CHECKING, Any, TypeVar

import torch

from app.sandbox import tensors
from app.sandbox.tables import TABLE_MIME, table

if TYPE_CHECKING:
    from collections.abc import Callable

MODULE_MIME = "application/vnd.fieldnotes.module+json"
HTML_LIMIT = 100 * 1024
PNG_LIMIT = 4 * 1024 * 1024

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TREE_DEPTH = 6
_TREE_NODES = 200
_EXTRA_LIMIT = 200
_MESSAGE_LIMIT = 500

T = TypeVar("T")


def bundle(value: object, *, limit: int = 20_000) -> dict[str, Any]:
    """The MIME bundle of *value*; ``text/plain`` always, cut at *limit* characters and then saying so."""
    data: dict[str, Any] = {"text/plain": plain(value, limit=limit)}
    rich: tuple[tuple[str, Callable[[Any], Any]], ...] = (
        (tensors.TENSOR_MIME, _grid),
        (MODULE_MIME, _module),
        (TABLE_MIME, table),
        ("text/html", _html),
        ("image/png", _png),
    )
    for mime, look in rich:
        seen = _attempt(look, value)
        if seen is not None:
            data[mime] = seen
    return data


def plain(value: object, *, limit: int = 20_000) -> str:
    """``repr(value)``, at most *limit* characters of it; a repr that fails is told as such."""
    try:
        text = repr(_head(value, limit))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the stranger's repr raises
        return f"<{tensors.type_name(value)}: repr raised {_describe(error)}>"
    # The methods of str itself: a repr may return a subclass that overrides them.
    length = str.__len__(text)
    text = "".join(str.__getitem__(text, slice(0, limit)))
    return text if length <= limit else f"{text}… [cut at {limit:,} characters]"


def _head(value: Any, limit: int) -> Any:
    """*value*, or of a plain container as many elements as can fill *limit* characters."""
    kind = type(value)
    if kind in (list, tuple, str, bytes, bytearray) and len(value) > limit:
        return value[: limit + 1]
    if kind is dict and len(value) > limit:
        return dict(itertools.islice(value.items(), limit + 1))
    if kind is set and len(value) > limit:
        return set(itertools.islice(value, limit + 1))
    return value


def _describe(error: BaseException) -> str:
    """``ValueError: message`` of *error*, whose own ``__str__`` may fail too."""
    name = tensors.type_name(error)
    try:
        message = "".join(str.__getitem__(str(error), slice(0, _MESSAGE_LIMIT)))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # noqa: BLE001 - whatever the stranger's str raises
        return name
    return f"{name}: {message}" if message else name


def _attempt(look: Callable[[Any], T], value: object) -> T | None:
    """What *look* sees in *value*, or None if looking fails: the plain text remains."""
    try:
        return look(value)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # noqa: BLE001 - the stranger's hooks may raise anything
        return None


def _grid(value: object) -> dict[str, Any] | None:
    return tensors.grid(value) if tensors.is_tensor(value) or tensors.is_array(value) else None


def _module(value: object) -> dict[str, Any] | None:
    if not tensors.is_module(value):
        return None
    return {"tree": _tree("", value, _TREE_DEPTH, itertools.count(1))}


def _tree(name: str, module: Any, depth: int, counter: itertools.count[int]) -> dict[str, Any]:
    """The node of *module*; at most ``_TREE_NODES`` nodes are made with one *counter*."""
    children = [(key, child) for key, child in tensors.own(module, "_modules").items() if child is not None]
    nodes: list[dict[str, Any]] = []
    for position, (key, child) in enumerate(children):
        if depth == 0 or next(counter) >= _TREE_NODES:
            nodes.append(_node("…", "", f"{len(children) - position} more", 0, []))
            break
        nodes.append(_tree(str(key), child, depth - 1, counter))
    extra = _attempt(_extra, module) or ""
    return _node(name, tensors.type_name(module), extra, tensors.parameter_count(module), nodes)


def _node(name: str, kind: str, extra: str, params: int, children: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": name, "type": kind, "extra": extra, "params": params, "children": children}


def _extra(module: torch.nn.Module) -> str:
    return " ".join(str(module.extra_repr()).split())[:_EXTRA_LIMIT]


def _hook(value: object, name: str) -> Any:
    """What the method *name* of the type of *value* returns; an instance may claim to have any attribute."""
    method = getattr(type(value), name, None)
    return None if method is None or isinstance(value, type) else method(value)


def _html(value: object) -> str | None:
    """``_repr_html_``, whole or not at all: half a table is no table."""
    html = _hook(value, "_repr_html_")
    return "".join(html) if isinstance(html, str) and 0 < len(html) <= HTML_LIMIT else None


def _png(value: object) -> str | None:
    """``_repr_png_`` in base64."""
    image = _hook(value, "_repr_png_")
    if not isinstance(image, bytes) or not image.startswith(_PNG_SIGNATURE) or len(image) > PNG_LIMIT:
        return None
    return base64.b64encode(image).decode("ascii")
