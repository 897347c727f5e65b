"""Reads every note as the service would and lists what is wrong, one ``path:line: message`` a line."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.notes.library import Library, LibraryErrors  # noqa: E402  (the path comes first)


def main() -> int:
    """Say how many notes there are, or what is wrong with them."""
    try:
        library = Library.load(ROOT / "snippets")
    except LibraryErrors as problems:
        print(problems, file=sys.stderr)
        return 1
    snippets = sum(len(note.snippets) for note in library.notes.values())
    print(f"{len(library.notes)} notes, {snippets} snippets, {len(library.claims())} claims: all valid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
