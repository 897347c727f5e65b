"""All the notes and error pages: read from a directory, refused as a whole if anything in it is wrong.

``python -m app.notes.library [directory of notes, or of one note]`` says what is wrong, and then exits 1.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from app.notes.checks import check_draft, check_links
from app.notes.drafts import build_note, read_draft
from app.notes.models import (
    CATEGORIES,
    LANGS,
    Category,
    Claim,
    LibraryErrors,
    Note,
    NoteNotFound,
    Problem,
    Snippet,
    SnippetNotFound,
)

__all__ = ["Library", "LibraryErrors", "NoteNotFound", "SnippetNotFound"]

ERRORS: Final = "errors"
"""The folder beside the notes that holds the pages of errors."""


class Library:
    """The notes, in the order in which a reader meets them: by category, then ``order``, then slug.

    The pages of errors stand apart, in the same order, where ``order`` is how often each is hit.
    """

    def __init__(self, notes: list[Note]) -> None:
        """Arrange *notes*, among them the pages of errors."""
        ranked = sorted(notes, key=lambda note: (CATEGORIES.index(note.category), note.order, note.slug))
        self.notes: Mapping[str, Note] = MappingProxyType({note.slug: note for note in ranked if not note.is_error})
        self.errors: Mapping[str, Note] = MappingProxyType({note.slug: note for note in ranked if note.is_error})
        self.pages: Mapping[str, Note] = MappingProxyType({**self.notes, **self.errors})
        """Both, the notes first."""
        self._snippets = {
            snippet.key: snippet for note in self.pages.values() for snippet in note.snippets.values()
        }  # fmt: skip

    @classmethod
    def load(cls, directory: Path) -> Self:
        """Read every note in *directory*; raises LibraryErrors with all that is wrong."""
        notes, problems = _read(directory)
        if problems:
            raise LibraryErrors(problems)
        return cls(notes)

    def note(self, slug: str) -> Note:
        """The note, or the page of an error, of that slug; raises NoteNotFound."""
        try:
            return self.pages[slug]
        except KeyError:
            raise NoteNotFound(slug) from None

    def snippet(self, key: str) -> Snippet:
        """The snippet of that key (``slug/name``); raises SnippetNotFound."""
        try:
            return self._snippets[key]
        except KeyError:
            raise SnippetNotFound(key) from None

    def snippets(self) -> tuple[Snippet, ...]:
        """Every snippet of the notes and of the pages of errors, in the order of the pages."""
        return tuple(self._snippets.values())

    def claims(self) -> tuple[Claim, ...]:
        """Every claim, in the order of the pages."""
        return tuple(claim for note in self.pages.values() for claim in note.claims)

    def categories(self) -> tuple[tuple[Category, tuple[Note, ...]], ...]:
        """The categories that have notes, in order, each with its notes."""
        groups = itertools.groupby(self.notes.values(), key=lambda note: note.category)
        return tuple((category, tuple(notes)) for category, notes in groups)


def _read(directory: Path) -> tuple[list[Note], list[Problem]]:
    """The notes in *directory* if nothing is wrong, or no notes and all that is wrong."""
    if not directory.is_dir():
        return [], [Problem(directory, 1, "there is no such directory of notes: mend the path")]
    read = [read_draft(path) for path in _folders(directory) if path.name != ERRORS]
    read += [read_draft(path, "error") for path in _folders(directory / ERRORS)]
    drafts = {draft.slug: draft for draft in read}
    problems = list(check_links(drafts))
    for draft in drafts.values():
        problems += [*draft.problems, *check_draft(draft)]
    return ([], sorted(set(problems))) if problems else ([build_note(draft) for draft in drafts.values()], [])


def _folders(directory: Path) -> list[Path]:
    found = directory.iterdir() if directory.is_dir() else ()
    return sorted(path for path in found if path.is_dir() and path.name[0] not in "._")


def _root_of(directory: Path) -> Path:
    """The directory of all notes to which *directory*, which may be that of one page, belongs."""
    if any((directory / f"{lang}.md").exists() for lang in LANGS):
        directory = directory.parent
    return directory.parent if directory.name == ERRORS else directory


def main(arguments: list[str]) -> int:
    """Print every problem in the directory that the first of *arguments* names; 1 if there are any."""
    directory = Path(arguments[0] if arguments else "snippets")
    _, problems = _read(_root_of(directory))
    problems = [problem for problem in problems if problem.path.is_relative_to(directory)]
    report = [str(problem) for problem in problems] or [f"nothing is wrong in {directory}"]
    sys.stdout.write("\n".join(report) + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
