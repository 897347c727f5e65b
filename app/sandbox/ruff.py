"""How a program would look tidied, and what is likely to be wrong with it: ruff, given the program on its input."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from typing import Any

SECONDS = 3.0
LINE_LENGTH = 100
MOST_WARNINGS = 100
FILE = "main.py"

RULES = ("E9", "F", "E711", "E712", "E713", "E714", "E721", "E722", "B006", "B008", "PLE", "NPY201", "W605")
"""Mistakes, not taste: names that don't exist or are not used, comparisons and defaults that mislead."""
IGNORED = ("F401", "F403", "F405", "E902")
"""An import that is not used yet is no mistake while one is typing."""

_COMMON = (
    "--isolated",
    "--no-cache",
    f"--stdin-filename={FILE}",
    f"--line-length={LINE_LENGTH}",
    "--target-version=py311",
)
_PARSE_ERROR = re.compile(r"main\.py:(\d+):(\d+): (.*)")

Answer = dict[str, Any]


@cache
def program() -> str | None:
    """The path of ruff, or None where it is not installed."""
    try:
        from ruff import find_ruff_bin  # type: ignore[import-untyped]  # noqa: PLC0415 - the rest works without it

        return str(find_ruff_bin())
    except (ImportError, FileNotFoundError):
        return None


def format_code(code: str) -> Answer:
    """``code`` as ruff would lay it out; where it can't be parsed, None, and ``error`` says why."""
    done = _run(["format", *_COMMON, "-"], code)
    if done.returncode == 0:
        return {"code": done.stdout, "error": ""}
    found = _PARSE_ERROR.search(done.stderr)
    said = f"{found[1]}:{found[2]}: {found[3]}" if found else done.stderr.strip().rpartition("\n")[2]
    return {"code": None, "error": said}


def lint(code: str) -> Answer:
    """``warnings``: of each its place (1-based lines and columns), ``code``, ``message`` and ``severity``."""
    rules = (f"--select={','.join(RULES)}", f"--ignore={','.join(IGNORED)}")
    done = _run(["check", *_COMMON, "--output-format=json", "--exit-zero", *rules, "-"], code)
    return {"warnings": [_warning(one) for one in json.loads(done.stdout or "[]")[:MOST_WARNINGS]]}


def _warning(found: dict[str, Any]) -> Answer:
    code = str(found.get("code") or "invalid-syntax")
    return {
        "line": found["location"]["row"],
        "column": found["location"]["column"],
        "end_line": found["end_location"]["row"],
        "end_column": found["end_location"]["column"],
        "code": code,
        "message": str(found["message"]),
        # What can't run is an error; the rest may be meant.
        "severity": "error" if code == "invalid-syntax" or code.startswith(("E9", "F82", "F7")) else "warning",
    }


def _run(arguments: list[str], code: str) -> subprocess.CompletedProcess[str]:
    path = program()
    if path is None:
        raise FileNotFoundError("ruff is not installed")
    return subprocess.run(  # noqa: S603 - a path of our own, and a list
        [path, *arguments], input=code, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
    )
