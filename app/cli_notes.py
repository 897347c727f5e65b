"""``python -m app notes``: whether the two languages of each page still say the same, and the stamp for it."""

from __future__ import annotations

import argparse
import sys
from typing import TextIO

from app.notes import translation
from app.notes.library import Library
from app.notes.models import LibraryErrors, Note
from app.settings import Settings

ALL = "all"


def notes(options: argparse.Namespace) -> int:
    """Say what is behind in the pages that are named (all, if none is), or stamp them. 1 if anything is behind."""
    try:
        library = Library.load(Settings().snippets_dir)
    except LibraryErrors as errors:
        _say(errors, sys.stderr)
        return 1
    unknown = [slug for slug in options.notes if slug not in {ALL, *library.pages}]
    if unknown or (options.stamp and not options.notes):
        _say(f"no such note or error page: {', '.join(unknown)}" if unknown else "name what to stamp", sys.stderr)
        return 2
    pages = [note for note in library.pages.values() if not {ALL, note.slug}.isdisjoint(options.notes or [ALL])]
    if options.stamp:
        for note in pages:
            assert note.directory is not None  # noqa: S101 - it was read from one
            translation.write_stamp(note, note.directory)
        _say(f"{len(pages)} stamped")
        return 0
    return 0 if say_drift(pages) else 1


def _say(line: object, stream: TextIO | None = None) -> None:
    (stream or sys.stdout).write(f"{line}\n")


def say_drift(pages: list[Note]) -> bool:
    """Print what is behind or was changed in both languages, then the counts; whether there is nothing of it."""
    drifts = {note.slug: translation.drift(note) for note in pages}
    for slug, found in drifts.items():
        for one in sorted(found.behind, key=str):
            _say(f"– {slug} is behind its other language: {one}")
        if found.unread:
            _say(f"– {slug} has changed in both languages: {'; '.join(found.unread)}")
    behind = sum(bool(found.behind) for found in drifts.values())
    unread = sum(bool(found.unread) for found in drifts.values())
    step = sum(found.in_step for found in drifts.values())
    _say(f"translations: {step} of {len(drifts)} in step, {behind} behind, {unread} to be read and stamped")
    return step == len(drifts)
