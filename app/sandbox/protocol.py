"""What crosses the wall: events, and the frames that carry them. The one module that both sides import.

A frame is four bytes of big-endian length and that many bytes of JSON (an object with ``kind``). JSON and not pickle:
whatever a stranger's process writes can be read without running any of it. Everything read from a child is untrusted;
:class:`FrameReader` bounds its size and :func:`clean_text` makes it printable as UTF-8.
"""

from __future__ import annotations

import json
import math
import struct
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"

EventKind = Literal[
    "queued",
    "started",
    "stdout",
    "stderr",
    "value",
    "figure",
    "assertion",
    "error",
    "storages",
    "steps",
    "graphs",
    "variables",
    "truncated",
    "done",
]
Status = Literal["ok", "error", "timeout", "memory", "output", "disk", "cancelled", "crashed"]

Look = Literal["storages", "steps", "graphs"]

EVENT_KINDS: frozenset[str] = frozenset(get_args(EventKind))
STATUSES: frozenset[str] = frozenset(get_args(Status))
LOOKS: tuple[Look, ...] = get_args(Look)
"""Looks inside that a run takes only where its request asks for them, and the kinds of event that tell them."""

MAX_FRAME_BYTES = 16 * 1024 * 1024
MAX_PARTS = 250_000
"""Commas, colons and brackets in an untrusted frame. Sixteen megabytes of ``[],[],`` would take a second to read."""
MAX_DEPTH = 64
"""Objects and lists in one another in an untrusted frame; what reads it may be recursive."""
UNHEARD = 120
"""Exit code of a child that can't reach the supervisor any more: its program has broken or closed its channel."""
SOURCE_NAME = "main.py"
"""File name under which the reader's code is compiled, and under which it lies in its working directory."""

_HEADER = struct.Struct(">I")


class ProtocolError(ValueError):
    """A frame that no honest child writes: oversized, not JSON, or not an object with a ``kind``.

    ``frames`` are the good ones that came before it in the same piece of the stream.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.frames: list[dict[str, Any]] = []


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a run.

    ``seq`` counts from 0 without gaps; ``t_ms`` is milliseconds since the request was accepted, by the supervisor's
    monotonic clock; ``line`` is the 1-based line of the reader's top-level code that was executing, or None.
    """

    kind: EventKind
    seq: int
    t_ms: float
    line: int | None = None
    data: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The event as the API shows it: ``seq, t_ms, kind, line`` and then what the kind needs."""
        return {"seq": self.seq, "t_ms": self.t_ms, "kind": self.kind, "line": self.line, **self.data}


def encode_frame(payload: dict[str, Any]) -> bytes:
    """Header and JSON of *payload*; ASCII only, so that lone surrogates survive as escapes."""
    body = json.dumps(payload, separators=(",", ":")).encode("ascii")
    if len(body) > MAX_FRAME_BYTES:
        raise ProtocolError(f"frame of {len(body)} bytes; at most {MAX_FRAME_BYTES} are allowed")
    return _HEADER.pack(len(body)) + body


def clean_text(text: str) -> str:
    """*text* with every lone surrogate replaced by U+FFFD, so that it can be encoded as UTF-8 downstream."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if _has_surrogate(text) else text


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def clean(value: Any, depth: int = MAX_DEPTH) -> Any:
    """*value* (JSON) with :func:`clean_text` applied to every string in it, keys too, and None for what is no number.

    Raises :class:`ProtocolError` where it is nested more than *depth* deep.
    """
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if not isinstance(value, list | dict):
        return value
    if depth == 0:
        raise ProtocolError(f"frame is nested more than {MAX_DEPTH} deep")
    if isinstance(value, list):
        return [clean(item, depth - 1) for item in value]
    return {clean_text(key): clean(item, depth - 1) for key, item in value.items()}


class FrameReader:
    """Reassembles frames from the bytes of a stream, whatever their cut.

    *untrusted*: the frames may come from a stranger's program. They are then cheap to read and :func:`clean`.
    """

    def __init__(self, max_bytes: int = MAX_FRAME_BYTES, *, untrusted: bool = False) -> None:
        self._buffer = bytearray()
        self._max = max_bytes
        self._decode = _decode_untrusted if untrusted else _decode

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The complete frames that *data* brings. Raises :class:`ProtocolError` at the first bad one."""
        self._buffer += data
        frames: list[dict[str, Any]] = []
        try:
            self._take(frames)
        except ProtocolError as error:
            error.frames = frames
            raise
        return frames

    def _take(self, frames: list[dict[str, Any]]) -> None:
        while len(self._buffer) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._buffer)
            if size > self._max:
                raise ProtocolError(f"frame of {size} bytes; at most {self._max} are allowed")
            end = _HEADER.size + size
            if len(self._buffer) < end:
                break
            frames.append(self._decode(bytes(self._buffer[_HEADER.size : end])))
            del self._buffer[:end]


def _decode(body: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("frame is not JSON") from error
    if not isinstance(payload, dict) or not isinstance(payload.get("kind"), str):
        raise ProtocolError("frame is not an object with a kind")
    return payload


def _decode_untrusted(body: bytes) -> dict[str, Any]:
    if sum(body.count(sign) for sign in (b",", b":", b"[", b"{")) > MAX_PARTS:
        raise ProtocolError(f"frame of more than {MAX_PARTS} parts")
    cleaned: dict[str, Any] = clean(_decode(body))
    return cleaned
