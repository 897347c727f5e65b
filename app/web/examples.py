"""The examples of the API's page: files that are run, as they are shown, by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from app.notes.highlight import code_block
from app.web.language import N_, Words

PLACEHOLDER: Final = "http://localhost:8000"
"""The origin in the files; a page shows its own."""
TONGUES: Final[Mapping[str, tuple[str, str]]] = {
    "sh": ("curl", "bash"),
    "py": ("Python · httpx", "python"),
    "mjs": ("JavaScript", "javascript"),
}
"""By ending: what it's called, and as what it's coloured."""
TASKS: Final[Mapping[str, tuple[str, str]]] = {
    "run": (N_("Run a program"), N_("The answer is the finished run; code that fails is an answer like any other.")),
    "stream": (N_("Watch it run"), N_("With this Accept header the events come as they happen, one message each.")),
    "stop": (N_("Stop it"), N_("Closing the response stops the run; so does DELETE, from anywhere.")),
    "share": (
        N_("Share it"),
        N_("The same program has the same link everywhere. What the service computed a moment ago goes along."),
    ),
}


@dataclass(frozen=True, slots=True)
class Version:
    """An example in one language."""

    name: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Example:
    """Something to do with the API."""

    id: str
    title: str
    text: str
    versions: tuple[Version, ...]


def source(directory: Path, name: str, origin: str) -> str:
    """The example *name* with *origin* in it."""
    return _read(directory / "examples" / name).replace(PLACEHOLDER, origin)


def examples(directory: Path, words: Words, origin: str) -> tuple[Example, ...]:
    """All of them, for the page."""
    return tuple(
        Example(
            task,
            words(title),
            words(text),
            tuple(
                Version(name, shown(source(directory, f"{task}.{ending}", origin), language))
                for ending, (name, language) in TONGUES.items()
            ),
        )
        for task, (title, text) in TASKS.items()
    )


def shown(code: str, language: str) -> Markup:
    """*code* coloured."""
    return Markup(code_block(code, language))  # noqa: S704 - the highlighter escapes


@lru_cache(maxsize=64)
def _read(path: Path) -> str:
    return path.read_text("utf-8")
