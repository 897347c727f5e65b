"""A note's snippet to take away: as a Python file and as a notebook with what was recorded of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.notes.models import Snippet
from app.notes.models import address_of as path_of
from app.proofs import recordings
from app.web.cards import default_device
from app.web.export import Program, attached, notebook, python
from app.web.language import Words
from app.web.pages import snippet_of, words_of
from app.web.services import services
from app.web.sharing import address_of

router = APIRouter(include_in_schema=False)


@router.get("/{lang}/notes/{slug}/{name}.py")
def snippet_python(request: Request, lang: str, slug: str, name: str) -> Response:
    """The snippet as its reader sees it."""
    words = words_of(request, lang)
    program = _program(request, words, snippet_of(services(request), slug, name))
    return attached(python(program, words), f"{slug}-{name}.py", "text/x-python; charset=utf-8")


@router.get("/{lang}/notes/{slug}/{name}.ipynb")
def snippet_notebook(request: Request, lang: str, slug: str, name: str) -> Response:
    """The snippet as a notebook."""
    words = words_of(request, lang)
    program = _program(request, words, snippet_of(services(request), slug, name))
    return attached(notebook(program, words), f"{slug}-{name}.ipynb", "application/x-ipynb+json")


def _program(request: Request, words: Words, snippet: Snippet) -> Program:
    given = services(request)
    device = default_device(snippet)
    recording = recordings.load(snippet, device) or recordings.load(snippet, snippet.device)
    events: tuple[tuple[int | None, Mapping[str, Any]], ...] = ()
    stamp = ""
    seed = snippet.seed
    if recording is not None:
        stamp = f"torch {recording.torch} · {recording.device_name or recording.device} · {recording.date[:10]}"
        seed = seed if seed is not None else recording.result.get("seed")
        events = tuple(_in_view(recording.result.get("events") or (), snippet.view(words.lang).lines))
    return Program(
        title=snippet.title[words.lang],
        address=address_of(given, f"/{words.lang}/{path_of(snippet.note)}#{snippet.anchor}"),
        view=snippet.view(words.lang),
        seed=seed,
        runtime="",
        stamp=stamp,
        events=events,
    )


def _in_view(
    events: Iterable[Mapping[str, Any]], lines: Sequence[int]
) -> Iterator[tuple[int | None, Mapping[str, Any]]]:
    """*events*, which speak of the file's lines, each with its line in the view."""
    for event in events:
        line = event.get("line")
        yield (max(1, bisect_right(lines, line)) if isinstance(line, int) else None), event
