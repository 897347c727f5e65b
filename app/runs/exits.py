"""How the command line exits, by how a run ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OK: Final = 0
RAISED: Final = 1
NOT_RUN: Final = 2
LIMIT: Final = 3
CRASHED: Final = 4
NO_ANSWER: Final = 5
STOPPED: Final = 130
EXITS: Final[Mapping[str, int]] = {
    "ok": OK,
    "error": RAISED,
    "timeout": LIMIT,
    "memory": LIMIT,
    "output": LIMIT,
    "disk": LIMIT,
    "crashed": CRASHED,
    "cancelled": STOPPED,
}
