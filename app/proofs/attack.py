"""A safe subset of the abuse suite that an operator can run on the very server: ``python -m app doctor --attack``.

Each file in ``attacks/`` is a program that tries one thing, bounded so that a missing wall can't hurt the machine. It
prints ``ESCAPED`` where it got through, and its header says how a run of it ends behind a wall that holds. Beside each
attack runs an honest neighbour, whose result must be right.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.runs.engine import Engine, collect
from app.runs.models import RunRequest, RunResult

FOLDER = Path(__file__).parent / "attacks"
ESCAPED = "ESCAPED"
TIMEOUT_S = 8.0
RESULTS = "attacks.json"
"""File in the operator's ``var_dir`` that holds the last result."""

_NEIGHBOUR = "import torch\nprint(int(torch.arange(1000).sum()))\n"
_NEIGHBOUR_SAYS = "499500\n"


@dataclass(frozen=True, slots=True)
class Attack:
    """A program that tries to get out; ``ends`` are the statuses that a run of it may have behind the wall."""

    name: str
    title: dict[str, str]
    ends: tuple[str, ...]
    timeout_s: float
    code: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an attack. ``held`` is the verdict; ``reason`` says why not."""

    name: str
    title: dict[str, str]
    held: bool
    status: str
    reason: str


def attacks(folder: Path = FOLDER) -> list[Attack]:
    """All attacks, by name. Raises :class:`ValueError` naming the file whose header is not whole."""
    return [_read(path) for path in sorted(folder.glob("*.py"))]


async def attack(engine: Engine, one: Attack) -> Outcome:
    """Run *one* and its neighbour."""
    request = RunRequest(code=one.code, timeout_s=one.timeout_s, client="attack")
    honest = RunRequest(code=_NEIGHBOUR, client="neighbour")
    result, neighbour = await asyncio.gather(collect(engine.run(request)), collect(engine.run(honest)))
    reason = _verdict(one, result, neighbour)
    return Outcome(one.name, one.title, held=not reason, status=result.status, reason=reason)


def save(outcomes: list[Outcome], facts: dict[str, Any], var_dir: Path) -> Path:
    """Keep the result for ``/{lang}/security``."""
    var_dir.mkdir(parents=True, exist_ok=True)
    path = var_dir / RESULTS
    document = {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "torch": facts["torch"],
        "layers": [layer["name"] for layer in facts["layers"] if layer["in_force"]],
        "outcomes": [asdict(outcome) for outcome in outcomes],
    }
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def last(var_dir: Path) -> dict[str, Any] | None:
    """The result of the last time that the operator ran the attacks here, or None."""
    try:
        found = json.loads((var_dir / RESULTS).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _verdict(one: Attack, result: RunResult, neighbour: RunResult) -> str:
    """Why the wall did not hold; empty where it did."""
    said = result.stdout + result.stderr + json.dumps(result.error)
    if ESCAPED in said:
        return next(line for line in said.splitlines() if ESCAPED in line)[:300]
    if result.status not in one.ends:
        return f"it ended as {result.status!r}, not as {' or '.join(one.ends)}: {result.message}"
    if result.device != "cpu":
        return "it forged an event"
    if neighbour.stdout != _NEIGHBOUR_SAYS:
        return f"its neighbour ended as {neighbour.status!r} with {neighbour.stdout!r}"
    return ""


def _read(path: Path) -> Attack:
    code = path.read_text("utf-8")
    header: dict[str, str] = {}
    for line in code.splitlines():
        if not line.startswith("# ") or ": " not in line:
            break
        key, _, value = line[2:].partition(": ")
        header[key] = value.strip()
    missing = {"en", "zh", "ends"} - header.keys()
    if missing:
        raise ValueError(f"{path}: its header lacks {', '.join(sorted(missing))}")
    title = {lang: header[lang] for lang in ("en", "zh")}
    return Attack(path.stem, title, tuple(header["ends"].split()), float(header.get("timeout", TIMEOUT_S)), code)
