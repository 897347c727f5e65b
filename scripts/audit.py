"""Asks PyPI's advisory service about every package that the locks pin: `make audit`.

Where the service can't be reached it says so and is no failure: an audit that needs the network must not decide
whether a change may land. Exits 1 where a pinned package has a known hole.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"^[\w.-]+==\S+$", re.MULTILINE)
SKIPPED = "audit: skipped, because the advisory service doesn't answer from here; nothing was checked"


def pins() -> list[str]:
    """Every pin of the locks."""
    return [pin for lock in LOCKS for pin in PIN.findall((ROOT / lock).read_text("utf-8"))]


def ask(wanted: Sequence[str]) -> list[dict[str, Any]]:
    """What pip-audit found for each of the pins *wanted* that the service knows; empty where it can't be asked."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("\n".join(wanted) + "\n")
        file.flush()
        command = [sys.executable, "-m", "pip_audit", "--requirement", file.name, "--no-deps", "--disable-pip"]
        command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
        answer = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    try:
        found: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return []
    return [one for one in found if "vulns" in one]


def main() -> int:
    """Audit, and say what was found."""
    wanted = pins()
    if not ask(wanted[:1]):  # one question tells whether the others are worth asking
        print(SKIPPED)
        return 0
    known = ask(wanted)
    if not known:
        print(SKIPPED)
        return 0
    holes = [(one, hole) for one in known for hole in one["vulns"]]
    for one, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no release yet"
        print(f"{one['name']} {one['version']}: {hole['id']}, mended in {mended}")
    print(f"audit: {len(known)} of {len(wanted)} packages known to the service, {len(holes)} known holes")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
