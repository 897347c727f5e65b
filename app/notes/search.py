"""Search: full text in SQLite, in memory, over words that :mod:`app.notes.segment` cuts.

Every word of a query is looked up by itself, so that nothing that a reader types can be wrong syntax, and a note is
ranked by how well each word is met somewhere in it: a note that has them all comes before one that has one of them
often. What looks like an error message goes by its pattern (:mod:`app.notes.messages`) before anything else.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Final

from app.notes import segment
from app.notes.excerpts import Piece, excerpt
from app.notes.library import Library
from app.notes.messages import Match, Messages, message_of
from app.notes.models import LANGS, Lang, Note
from app.notes.passages import ERRORS_ANCHOR, OLDER_ANCHOR, Kind, Passage, passages

MAX_QUERY: Final = 8000
"""Characters of a query that are read: the last ones, for a traceback ends with what matters."""
MAX_TERMS: Final = 24
SHOWN: Final = 3
"""Passages of a note that are shown."""

_WORTH: Final[Mapping[Kind, float]] = {
    "title": 3.0, "summary": 2.2, "claim": 1.5, "heading": 1.3, "error": 1.1, "prose": 1.0, "code": 0.6
}  # fmt: skip
"""What a word counts by where it stands. Not bm25's own weights: those multiply frequencies, which level off."""
_PAIRS_SHARE: Final = 0.5
"""What a word counts that the cutting of the sentence went through."""
_PART_SHARE: Final = 0.25
"""What a word counts that is a part of another that was asked for."""
_PREFIX_SHARE: Final = 0.4
"""What the beginning of a word counts, against the word."""
_TOGETHER: Final = 0.5
"""What it counts that words stand in the same passage."""
_OFTEN: Final = 0.25
"""What it counts that a note speaks of a word again and again."""
_ERRORS_SHARE: Final = 0.7
"""What words count on the page of an error, against a note: who has the error pastes its message."""
_LEAST: Final = 0.3
"""A note with less than this share of the best one's score has met too little of a query of several words."""
_BESIDE: Final = 5.0
"""What the words of a message can count at most where the message itself was found."""
_WHOLE_MESSAGE, _LINE_OF_MESSAGE, _PART_OF_MESSAGE = 1000.0, 500.0, 30.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found: ``pieces`` is its matching part, with the words that were asked for marked."""

    kind: Kind
    anchor: str
    heading: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A note that was found, and where in it."""

    note: Note
    lang: Lang
    """Of the passages: the reader's, or the other where the reader's has nothing."""
    title: tuple[Piece, ...]
    summary: tuple[Piece, ...]
    message: str
    """The known error message that the query is, or empty."""
    hits: tuple[Hit, ...]


class SearchIndex:
    """The notes and error pages of a library, ready to be searched. Safe to be asked from several threads."""

    def __init__(self, library: Library) -> None:
        """Index every page in both languages."""
        self._library = library
        self._messages = messages(library)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._passages: dict[Lang, list[Passage]] = {}
        for lang in LANGS:
            self._passages[lang] = [one for note in library.pages.values() for one in passages(note, lang)]
            self._fill(lang)

    def search(self, query: str, lang: Lang, limit: int = 10) -> list[Found]:
        """The notes that *query* finds, best first."""
        query = query[-MAX_QUERY:].replace("\0", " ").strip()
        if not query:
            return []
        matches = {match.known.note: match for match in self._messages.matches(query)}
        asked = message_of(query)
        found = self._ranked(asked, lang, matches, limit)
        if not found:
            other = next(one for one in LANGS if one != lang)
            found = self._ranked(asked, other, matches, limit)
        return found

    def _ranked(self, query: str, lang: Lang, matches: Mapping[str, Match], limit: int) -> list[Found]:
        terms = segment.terms(query, MAX_TERMS)
        scores = self._score(query, terms, lang)
        notes: dict[str, dict[int, dict[str, float]]] = defaultdict(dict)
        for row, by_term in scores.items():
            notes[self._passages[lang][row].note][row] = by_term
        totals = {slug: _total(rows.values()) * self._share(slug) for slug, rows in notes.items()}
        least = _LEAST * max(totals.values(), default=0.0) if len(terms) > 1 else 0.0
        totals = {slug: total for slug, total in totals.items() if total >= least}
        for slug, match in matches.items():
            whole = _WHOLE_MESSAGE if match.known.whole else _LINE_OF_MESSAGE
            base = whole if match.whole else _PART_OF_MESSAGE
            beside = totals.get(slug, 0.0)
            totals[slug] = base + match.score * 10 + (min(beside, _BESIDE) if match.whole else beside)
        best = sorted(totals, key=lambda slug: -totals[slug])[:limit]
        return [self._found(slug, lang, terms, notes[slug], matches.get(slug)) for slug in best]

    def _share(self, slug: str) -> float:
        return _ERRORS_SHARE if slug in self._library.errors else 1.0

    def _found(
        self, slug: str, lang: Lang, terms: list[str], rows: Mapping[int, Mapping[str, float]], match: Match | None
    ) -> Found:
        note = self._library.note(slug)
        message = match.known.message if match else ""
        ranked = sorted(rows, key=lambda row: -sum(rows[row].values()))
        shown = [self._passages[lang][row] for row in ranked]
        hits = [
            Hit(one.kind, one.anchor, one.heading, excerpt(one.text, terms))
            for one in shown
            if one.kind not in {"title", "summary"} and one.text != message
        ]
        if message:
            hits.insert(0, Hit("error", _anchor_of(note, message), "", excerpt(message, terms)))
        title, summary = excerpt(note.title[lang], terms, 400), excerpt(note.summary[lang], terms, 400)
        return Found(note, lang, title, summary, message, tuple(hits[:SHOWN]))

    def _score(self, query: str, terms: list[str], lang: Lang) -> dict[int, dict[str, float]]:
        """For each passage, by each term that it meets, how well it does."""
        scores: dict[int, dict[str, float]] = defaultdict(dict)
        unfinished = terms[-1] if terms and query[-1:].isalnum() else ""
        for term in terms:
            part = any(term in other for other in terms if other != term)
            for expression, share in _expressions(term, unfinished=term == unfinished):
                for row, score in self._look_up(lang, expression):
                    worth = share * _WORTH[self._passages[lang][row].kind] * (_PART_SHARE if part else 1.0)
                    scores[row].setdefault(term, worth * score)
        return scores

    def _look_up(self, lang: Lang, expression: str) -> list[tuple[int, float]]:
        with self._lock:
            found = self._db.execute(f"SELECT rowid, -bm25({lang}) FROM {lang} WHERE {lang} MATCH ?", (expression,))  # noqa: S608
            return found.fetchall()

    def _fill(self, lang: Lang) -> None:
        self._db.execute(
            f"CREATE VIRTUAL TABLE {lang} USING fts5(words, pairs, content='', "
            """tokenize="porter unicode61 remove_diacritics 2 tokenchars '_'")"""
        )
        self._db.executemany(
            f"INSERT INTO {lang}(rowid, words, pairs) VALUES (?, ?, ?)",  # noqa: S608
            [
                (row, " ".join(segment.words(one.text)), " ".join(segment.pairs(one.text)))
                for row, one in enumerate(self._passages[lang])
            ],
        )


@lru_cache(maxsize=8)
def search_index(library: Library) -> SearchIndex:
    """The index of *library*, made when it's first asked for."""
    return SearchIndex(library)


@lru_cache(maxsize=8)
def messages(library: Library) -> Messages:
    """The error messages that the notes and error pages of *library* explain."""
    return Messages(library.pages.values())


def _anchor_of(note: Note, message: str) -> str:
    """Where on the page of *note* its *message* stands: the page of an error begins with it."""
    if any(older.message == message for older in note.older):
        return OLDER_ANCHOR
    return "" if note.is_error else ERRORS_ANCHOR


def _expressions(term: str, *, unfinished: bool) -> Iterator[tuple[str, float]]:
    """What is looked up for *term*, the best first, and what a hit of it counts."""
    yield f'words : "{term}"', 1.0
    if segment.is_han(term) and len(term) > 1:
        yield f'pairs : "{" ".join(segment.pairs(term))}"', _PAIRS_SHARE
    if unfinished:
        yield f'words : "{term}" *', _PREFIX_SHARE


def _total(rows: Iterable[Mapping[str, float]]) -> float:
    """The score of a note by those of its passages: each term where it's met best, and how many meet in one place."""
    met: dict[str, list[float]] = defaultdict(list)
    together = 0.0
    for by_term in rows:
        together = max(together, sum(by_term.values()))
        for term, score in by_term.items():
            met[term].append(score)
    return sum(max(scores) * (1 + _OFTEN * log2(len(scores))) for scores in met.values()) + _TOGETHER * together
