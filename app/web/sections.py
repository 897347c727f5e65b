"""The place on a page where a message comes up: by what its recorded runs show, or else by what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from app.notes.library import Library
from app.notes.messages import RAISED
from app.notes.models import LANGS, Note
from app.notes.passages import plain
from app.proofs import recordings

ENOUGH = 0.7
"""The share of a message's words in a line that says that the line is the message."""


def section_of(library: Library, note: Note, message: str) -> str:
    """The id of the part of *note* in which *message* comes up, or empty where that can't be told."""
    return _sections(library).get((note.slug, message), "")


@lru_cache(maxsize=8)
def _sections(library: Library) -> dict[tuple[str, str], str]:
    """For each message, the heading under which a recorded run, or else the text, shows most of its words in a line."""
    found: dict[tuple[str, str], str] = {}
    for note in library.notes.values():
        if not note.errors:
            continue
        lines = [(anchor, _words(line)) for anchor, text in _parts(note) for line in text.splitlines()]
        for message in note.errors:
            wanted = _words(RAISED.sub("", message.partition("\n")[0], count=1))
            share, anchor = max(
                ((len(wanted & words) / len(wanted), anchor) for anchor, words in lines),
                key=lambda pair: round(pair[0], 1),
                default=(0.0, ""),
            )
            if share >= ENOUGH:
                found[note.slug, message] = anchor
    return found


def _parts(note: Note) -> Iterator[tuple[str, str]]:
    """What the recordings of *note* show, then what its text and code say, each with the heading above it."""
    shown: list[tuple[str, str]] = []
    said: list[tuple[str, str]] = []
    for lang in LANGS:
        anchor = ""
        for block in note.body[lang]:
            match block.kind:
                case "heading":
                    anchor = block.id
                    said.append((anchor, block.text))
                case "prose":
                    said.append((anchor, plain(block.html)))
                case "claim":
                    said.append((anchor, block.claim.text[lang]))
                case "snippet":
                    kept = recordings.load(block.snippet, "cpu")
                    shown += [(anchor, text) for text in _printed(kept)] if kept else []
                    said.append((anchor, block.snippet.source))
    yield from shown
    yield from said


def _printed(kept: recordings.Recording) -> Iterator[str]:
    error = kept.result.get("error")
    if error:
        yield str(error.get("message"))
    yield str(kept.result.get("stdout"))
    yield str(kept.result.get("stderr"))
    for event in kept.result.get("events") or ():
        if event.get("kind") == "value":
            yield str(event["data"].get("text/plain")).replace("', '", "\n").replace("}, {", "\n")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d]\w+", text.lower()))
