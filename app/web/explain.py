"""From an error message to the note that explains it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from app.notes.search import messages

if TYPE_CHECKING:
    from app.notes.library import Library
    from app.web.transcript import Explain


@lru_cache(maxsize=8)
def explainer(library: Library) -> Explain:
    """A function that finds the note whose ``errors`` hold a message; what varies in it may differ."""
    known = messages(library)

    def explain(kind: str, message: str) -> str | None:
        found = known.explain(kind, message)
        return found.note if found else None

    return explain
