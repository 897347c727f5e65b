"""What crosses the wall: events, and the frames that carry them. The one module that both sides import.

A frame is four bytes of big-endian length and that many bytes of JSON (an object with ``kind``). JSON and not pickle:
whatever a stranger's process writes can be read without running any of it. Everything read from a child is untrusted;
:class:`FrameReader` bounds its size and :func:`clean_text` makes it printable as UTF-8.
"""

from __future__ import annotations

import json
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
    "variables",
    "truncated",
    "done",
]
Status = Literal["ok", "error", "timeout", "memory", "output", "disk", "cancelled", "crashed"]

EVENT_KINDS: frozenset[str] = frozenset(get_args(EventKind))
STATUSES: frozenset[str] = frozenset(get_args(Status))

MAX_FRAME_BYTES = 16 * 1024 * 1024
SOURCE_NAME = "main.py"
"""File name under which the reader's code is compiled, and under which it lies in its working directory."""

_HEADER = struct.Struct(">I")


class ProtocolError(ValueError):
    """A frame that no honest child writes: oversized, not JSON, or not an object with a ``kind``."""


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


def clean(value: Any) -> Any:
    """*value* (JSON) with :func:`clean_text` applied to every string in it, keys too."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(key): clean(item) for key, item in value.items()}
    return value


class FrameReader:
    """Reassembles frames from the bytes of a stream, whatever their cut."""

    def __init__(self, max_bytes: int = MAX_FRAME_BYTES) -> None:
        self._buffer = bytearray()
        self._max = max_bytes

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The complete frames that *data* brings. Raises :class:`ProtocolError` at the first bad one."""
        self._buffer += data
        frames: list[dict[str, Any]] = []
        while len(self._buffer) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._buffer)
            if size > self._max:
                raise ProtocolError(f"frame of {size} bytes; at most {self._max} are allowed")
            end = _HEADER.size + size
            if len(self._buffer) < end:
                break
            frames.append(_decode(bytes(self._buffer[_HEADER.size : end])))
            del self._buffer[:end]
        return frames


def _decode(body: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("frame is not JSON") from error
    if not isinstance(payload, dict) or not isinstance(payload.get("kind"), str):
        raise ProtocolError("frame is not an object with a kind")
    return payload
