"""An exception as the reader should see it: Python's own layout, without the frames that are not the reader's."""

from __future__ import annotations

import builtins
import errno
import linecache
import re
import traceback
from types import TracebackType
from typing import Any

from app.sandbox.protocol import SOURCE_NAME

MAX_MESSAGE = 8_000
MAX_TRACEBACK = 16_000
MAX_FRAMES = 50
_MARK = " … (cut)"
_NO_MEMORY = re.compile(
    r"DefaultCPUAllocator: can't allocate memory"
    rf"|unable to allocate \d+ bytes of shared memory: \[Errno (?:{errno.ENOSPC}|{errno.EFBIG}|{errno.ENOMEM})\]"
)
"""What torch says, in this process or in a worker of it, when there is no more memory."""


def describe(error: BaseException) -> dict[str, Any]:
    """``type, message, traceback, frames`` of *error*; the frames are those of the reader's file, outermost first."""
    try:
        report = traceback.TracebackException.from_exception(error, compact=True)
        _keep_readers_frames(report, set())
        text = "".join(report.format())
    except BaseException:  # noqa: BLE001 - a hostile exception may break any of the above; its type is still true
        text = f"{type_name(type(error))}: {message_of(error)}\n"
    return {
        "type": type_name(type(error)),
        "message": cut(message_of(error), MAX_MESSAGE),
        "traceback": cut(text, MAX_TRACEBACK),
        "frames": readers_frames(error),
    }


def outline(error: BaseException) -> dict[str, Any]:
    """What :func:`describe` gives, of an exception whose own code breaks being described: nothing but its type."""
    name = type_name(type(error))
    message = "<this exception can't be described: its own code fails>"
    return {"type": name, "message": message, "traceback": f"{name}: {message}\n", "frames": []}


def type_name(kind: type[BaseException]) -> str:
    """``IndexError`` for a builtin, ``torch.OutOfMemoryError`` for others, ``MyError`` for the reader's own."""
    # As type itself has them: a class of the reader's may answer with anything, or not at all.
    name = str.__str__(type.__dict__["__qualname__"].__get__(kind))
    try:
        module = type.__dict__["__module__"].__get__(kind)
    except AttributeError:
        return name
    if not isinstance(module, str) or module in {"builtins", "__main__"} or getattr(builtins, name, None) is kind:
        return name
    return f"{str.__str__(module)}.{name}"


def message_of(error: BaseException) -> str:
    """``str(error)``, or a sentence where that fails."""
    try:
        return str.__str__(str(error))
    except BaseException:  # noqa: BLE001 - __str__ is the reader's code, and may try to leave through here
        return "<exception str() failed>"


def line_of(error: BaseException) -> int | None:
    """Line of the reader's top-level code that *error* passed through; for a syntax error, the line that it names."""
    for frame in _walk(error.__traceback__):
        if frame["function"] == "<module>":
            return int(frame["line"])
    if isinstance(error, SyntaxError) and error.filename == SOURCE_NAME:
        return error.lineno
    return None


def readers_frames(error: BaseException) -> list[dict[str, Any]]:
    """``line, function, source`` of each frame of the reader's file; of a deep recursion the first and last ones."""
    frames = _walk(error.__traceback__)
    if len(frames) > MAX_FRAMES:
        frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
    return frames


def limit_hit(error: BaseException) -> str | None:
    """``memory`` or ``disk`` where *error* says that a limit of the run was reached, else None."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return "disk"
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return "memory"
    if isinstance(error, RuntimeError) and _NO_MEMORY.search(message_of(error)):
        return "memory"
    return None


def cut(text: str, limit: int) -> str:
    """*text*, or its first *limit* characters and a mark that something is missing."""
    return text if len(text) <= limit else text[:limit] + _MARK


def _walk(trace: TracebackType | None) -> list[dict[str, Any]]:
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == SOURCE_NAME:
            source = linecache.getline(SOURCE_NAME, trace.tb_lineno).strip()
            frames.append({"line": trace.tb_lineno, "function": code.co_name, "source": cut(source, 200)})
        trace = trace.tb_next
    return frames


def _keep_readers_frames(report: traceback.TracebackException, seen: set[int]) -> None:
    """Drop other files' frames from *report* and from every exception chained to it or grouped in it."""
    if id(report) in seen:
        return
    seen.add(id(report))
    if report.stack is not None:
        own = [frame for frame in report.stack if frame.filename == SOURCE_NAME]
        report.stack = traceback.StackSummary.from_list(own)
    for other in (report.__cause__, report.__context__, *(report.exceptions or ())):
        if other is not None:
            _keep_readers_frames(other, seen)
