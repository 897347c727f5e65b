"""From an error message to the note that explains it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.notes.library import Library
    from app.web.transcript import Explain

_VARYING = re.compile(r"\d+|0x[0-9a-f]+")


def explainer(library: Library) -> Explain:
    """A function that finds the note whose ``errors`` hold a message; numbers in it may differ."""
    return _explainer(library)


@lru_cache(maxsize=8)
def _explainer(library: Library) -> Explain:
    known = [(_shape(message), note.slug) for note in library.notes.values() for message in note.errors]

    def explain(kind: str, message: str) -> str | None:
        said = _shape(f"{kind}: {message}")
        return next((slug for text, slug in known if text and text in said), None)

    return explain


def _shape(message: str) -> str:
    return " ".join(_VARYING.sub("#", message.lower()).split())
