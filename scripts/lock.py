"""Writes requirements.lock and requirements-dev.lock from the pins of pyproject.toml.

A clean environment is filled from pyproject.toml and frozen. Left out: the CUDA libraries that torch's own
wheels ask for (which ones depends on the build of torch that one takes; pip resolves them from the pinned
torch). Stripped: local version labels, so that ``2.13.0`` matches the CPU wheel ``2.13.0+cpu`` too. There are
no hashes because the wheel of torch differs from index to index.

    python3 scripts/lock.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TORCH_OWN = re.compile(r"(nvidia|cuda|triton)([-_].*)?", re.IGNORECASE)
HEADER = "# `make lock` makes this from pyproject.toml. Why no hashes and no CUDA: see scripts/lock.py.\n"


def pip(python: Path, *arguments: str) -> str:
    """What pip of the environment of *python* prints; it stops us where pip fails."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def canonical(name: str) -> str:
    """The one spelling of a distribution's *name*."""
    return re.sub(r"[-_.]+", "-", name).lower()


def freeze(python: Path) -> dict[str, str]:
    """Name and version of what is installed, without torch's CUDA libraries and local version labels."""
    frozen = {}
    for entry in json.loads(pip(python, "list", "--format=json", "--exclude=pip")):
        if not TORCH_OWN.fullmatch(entry["name"]):
            frozen[canonical(entry["name"])] = entry["version"].split("+")[0]
    return frozen


def lines(packages: dict[str, str]) -> list[str]:
    """The lock's lines for *packages*."""
    return [f"{name}=={version}" for name, version in sorted(packages.items())]


def main() -> int:
    """Write both locks."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        pip(python, "install", "--quiet", *project["dependencies"])
        base = freeze(python)
        pip(python, "install", "--quiet", *lines(base), *project["optional-dependencies"]["dev"])
        dev = {name: version for name, version in freeze(python).items() if name not in base}
    (ROOT / "requirements.lock").write_text(HEADER + "\n".join(lines(base)) + "\n")
    (ROOT / "requirements-dev.lock").write_text(HEADER + "\n".join(["-r requirements.lock", *lines(dev)]) + "\n")
    print(f"requirements.lock: {len(base)} packages; requirements-dev.lock: {len(dev)} more")
    return 0


if __name__ == "__main__":
    sys.exit(main())
