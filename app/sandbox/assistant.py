"""Help while typing: a process behind the wall that answers what jedi and ruff know about a program.

``python -m app.sandbox.assistant`` is started and spoken to as the zygote is. Its children don't run programs: each
answers one question after the other, ``{"kind": "ask", "id", "action", "code", "line", "column"}``, with
``{"kind": "answer", "id", "result"}`` or, where jedi or ruff failed, ``{"kind": "answer", "id", "failure"}``.
"""

from __future__ import annotations

import contextlib
import gc
import os
import platform
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.sandbox import landlock, ruff
from app.sandbox.channel import Channel
from app.sandbox.child import NICENESS, Assignment
from app.sandbox.protocol import FrameReader, ProtocolError
from app.sandbox.zygote import Zygote, main


def _help(assignment: Assignment, sock: socket.socket, channel: Channel) -> None:
    """The duty of a child: answer until the other end is closed."""
    from app.sandbox import completion  # noqa: PLC0415 - loaded by _load

    completion.keep_nothing(assignment.seat.workdir)
    os.nice(NICENESS)
    _ready(channel)
    reader = FrameReader()
    while data := sock.recv(65536):
        try:
            frames = reader.feed(data)
        except ProtocolError:
            return
        for frame in frames:
            if frame["kind"] == "ask":
                channel.send({"kind": "answer", "id": frame["id"], **answer(frame)})
            else:
                _ready(channel)


class Assistant(Zygote):
    """The zygote of processes that help."""

    duty = staticmethod(_help)

    def _load(self) -> dict[str, Any]:
        import torch  # noqa: PLC0415 - after the warden's fork and the namespaces, never before

        torch.set_num_threads(1)
        from app.sandbox import completion  # noqa: PLC0415 - loads jedi

        completion.prepare(str(_cache()))
        gc.collect()
        gc.freeze()
        return {"torch": torch.__version__, "python": platform.python_version(), "cuda": torch.version.cuda}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """``result`` or ``failure`` for one question."""
    from app.sandbox import completion  # noqa: PLC0415 - loaded by _load

    code = str(question["code"])
    lines = code.split("\n")
    line = min(max(1, int(question["line"])), len(lines))
    column = min(max(0, int(question["column"])), len(lines[line - 1]))
    actions: dict[str, Callable[[], Any]] = {
        "complete": lambda: completion.complete(code, line, column),
        "hover": lambda: completion.hover(code, line, column),
        "signature": lambda: completion.signature(code, line, column),
        "format": lambda: ruff.format_code(code),
        "lint": lambda: ruff.lint(code),
    }
    try:
        return {"result": actions[question["action"]]()}
    except RecursionError:
        return {"failure": "the program is nested too deeply"}
    except Exception as error:  # noqa: BLE001 - one question's trouble is not the next one's
        return {"failure": f"{type(error).__name__}: {error}"[:500]}


def _ready(channel: Channel) -> None:
    channel.send({"kind": "ready", "cpu_ms": 1000 * time.process_time(), "device": "CPU"})


def _cache() -> Path:
    """Where parsed stubs are kept from one start to the next; matplotlib's folder is the service's cache."""
    folder = Path(os.environ.get("MPLCONFIGDIR") or tempfile.gettempdir()) / "jedi"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    program = ruff.program()
    landlock.further_executables[:] = [program] if program else []
    main(sys.argv[1:], Assistant)
