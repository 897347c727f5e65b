"""The part of a passage that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.notes.segment import is_han

LENGTH: Final = 180
_ENDINGS = re.compile(r"(?:ing|ed|es|s|e)$")
_STEM: Final = 4
"""Letters that are left of a word at least when its ending is taken off."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text; *marked* is one that was asked for."""

    text: str
    marked: bool = False


def excerpt(text: str, terms: list[str], length: int = LENGTH) -> tuple[Piece, ...]:
    """At most about *length* characters of *text*, around the words of *terms* where they stand closest."""
    whole = tuple(term for term in terms if not any(term in other for other in terms if other != term))
    spans = list(_spans(text, whole)) or list(_spans(text, tuple(terms)))
    start = _window(text, spans, length)
    end = min(len(text), start + length)
    if end < len(text) and (gap := text.rfind(" ", start + length * 3 // 4, end)) > 0:
        end = gap
    pieces: list[Piece] = [Piece("… ")] if start else []
    at = start
    for left, right in spans:
        if left < at or right > end:
            continue
        pieces += [Piece(text[at:left]), Piece(text[left:right], marked=True)]
        at = right
    pieces += [Piece(text[at:end]), Piece(" …" if end < len(text) else "")]
    return tuple(piece for piece in pieces if piece.text)


def _window(text: str, spans: list[tuple[int, int]], length: int) -> int:
    """Where the excerpt starts: a little before the first of the most words that fit into it."""
    if len(text) <= length or not spans:
        return 0
    best = max(spans, key=lambda span: sum(span[0] <= left < span[0] + length * 3 // 4 for left, _ in spans))
    start = max(0, best[0] - length // 4)
    if start == 0:
        return 0
    ends = [text.rfind(mark, start - length // 4, best[0]) + 1 for mark in "。；\n. ，"]
    return next((end for end in ends if end > 0), start)


def _spans(text: str, terms: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    pattern = _pattern(terms)
    if pattern is not None:
        for found in pattern.finditer(text):
            yield found.span()


@lru_cache(maxsize=256)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str] | None:
    """Finds *terms* in a text, the longest first; English words in any of their endings."""
    sources = [_source(term) for term in sorted(terms, key=len, reverse=True)]
    return re.compile("|".join(sources), re.IGNORECASE) if sources else None


def _source(term: str) -> str:
    if is_han(term):
        return re.escape(term)
    stem = _ENDINGS.sub("", term)
    stem = stem if len(stem) >= _STEM else term
    tail = r"\w*" if len(stem) >= _STEM else r"s?\b"
    return rf"(?<![A-Za-z]){re.escape(stem)}{tail}"
