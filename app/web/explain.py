"""From an error message to the note that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from app.notes.messages import MAX_MESSAGE, RAISED
from app.notes.search import messages

if TYPE_CHECKING:
    from app.notes.library import Library
    from app.web.transcript import Explain


@lru_cache(maxsize=8)
def explainer(library: Library) -> Explain:
    """A function that finds the page, or the note, that explains a message; what varies in it may differ."""
    known = messages(library)

    @lru_cache(maxsize=1024)  # the pages show the same recorded errors again and again
    def look_up(kind: str, message: str) -> str | None:
        found = known.explain(kind, message)
        return found.note if found else None

    def explain(kind: str, message: str) -> str | None:
        return look_up(kind[:200], message[:MAX_MESSAGE])

    return explain


def warnings_in(text: str) -> Iterator[tuple[str, str]]:
    """The warnings that *text*, written to standard error, shows: the type and the message of each."""
    for found in RAISED.finditer(text):
        kind = found.group().rstrip(": ")
        if kind.endswith("Warning"):
            yield kind, text[found.end() :].partition("\n  ")[0].strip()
