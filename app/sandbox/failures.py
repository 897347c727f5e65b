"""An exception as the reader should see it: Python's own layout, without the frames that are not the reader's."""

from __future__ import annotations

import builtins
import contextlib
import errno
import linecache
import os
import re
import traceback
from collections.abc import Iterator
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
    """``memory``, ``disk``, ``files`` or ``processes`` where *error* says that this limit was reached, else None."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, OSError):
        return _errno_of_limit(error)
    if isinstance(error, RuntimeError):
        message = message_of(error)
        if _NO_MEMORY.search(message):
            return "memory"
        if "PytorchStreamWriter" in message or "inline_container" in message:
            return "disk" if _out_of_bytes() else None
        return "processes" if "can't start new thread" in message else None
    return None


def _errno_of_limit(error: OSError) -> str | None:
    number = error.errno
    if number == errno.ENOSPC and _out_of_names():
        return "files"
    if number == errno.EAGAIN and (_started_a_process(error.__traceback__) or _out_of_processes()):
        return "processes"
    disk = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    return "disk" if number in disk else "memory" if number == errno.ENOMEM else None


def _started_a_process(trace: TracebackType | None) -> bool:
    """Whether *trace* ends where a process was to be started: those that were too many may be gone by now."""
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    file = trace.tb_frame.f_code.co_filename
    line = linecache.getline(file, trace.tb_lineno)
    return file.endswith("subprocess.py") or "fork(" in line or "spawn" in line


def _out_of_names() -> bool:
    """Whether a file system that the program writes to has room for bytes, but for no more files."""
    return any(status.f_files and not status.f_ffree for status in _file_systems())


def _out_of_bytes() -> bool:
    """Whether a file system that the program writes to is full; torch does not say why a write has failed."""
    return any(status.f_blocks and not status.f_bavail for status in _file_systems())


def _file_systems() -> Iterator[os.statvfs_result]:
    for folder in (".", os.environ.get("TMPDIR", "."), "/dev/shm"):
        with contextlib.suppress(OSError):
            yield os.statvfs(folder)


def _out_of_processes() -> bool:
    """Whether no process can be started: a pipe that is empty gives the same error as a fork that is refused."""
    try:
        pid = os.fork()
    except OSError:
        return True
    if pid == 0:
        os._exit(0)
    with contextlib.suppress(OSError):
        os.waitpid(pid, 0)
    return False


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
