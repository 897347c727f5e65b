"""An assistant that answers with what it could reach from behind its wall, for the tests of that wall.

``python -m tests.probing_assistant`` is started as :mod:`app.sandbox.assistant` is, and builds the same wall.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.sandbox import assistant, completion, landlock, ruff
from app.sandbox.zygote import main


def attempt(action: Callable[[], Any]) -> str:
    """``done``, or the name of the exception."""
    try:
        action()
    except Exception as error:  # noqa: BLE001 - the test shows it
        return type(error).__name__
    return "done"


def reach(question: dict[str, Any]) -> dict[str, Any]:
    """What the question's code asks for: to be slow, to end, or to try every way out."""
    code = question["code"]
    if code == "sleep":
        time.sleep(60)
    if code == "end":
        os._exit(3)
    folder = Path(__file__).resolve().parent.parent
    parent = os.getppid()
    return {
        "result": {
            "socket": attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM)),
            "unix": attempt(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)),
            "service_code": attempt((folder / "app" / "settings.py").read_text),
            "notes": attempt(lambda: list((folder / "snippets").iterdir())),
            "shadow": attempt(Path("/etc/shadow").read_text),
            "asked_for": attempt(Path(code).read_text),
            "shell": attempt(lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True)),
            "kill": attempt(lambda: os.kill(parent, 0)) if parent else "ProcessLookupError",
            "write": attempt(lambda: (folder / "written").write_text("x")),
            "own_folder": attempt(lambda: Path("mine").write_text("x")),
            "ruff": attempt(
                lambda: subprocess.run([str(ruff.program()), "--version"], check=True, capture_output=True)
            ),
            "uid": os.getuid(),
        }
    }


if __name__ == "__main__":
    assistant.answer = reach
    completion.prepare = lambda cache: None  # it answers nothing that takes knowledge
    program = ruff.program()
    landlock.further_executables[:] = [program] if program else []
    main(sys.argv[1:], assistant.Assistant)
