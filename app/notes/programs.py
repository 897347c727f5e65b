"""A reader's own program, cut into top-level statements so that its outputs can stand at their lines.

By its tokens alone: reading those takes a time that grows with the text, whatever it says, and this is a stranger's
text in a process that serves everybody; a parser that backtracks and recurses promises less. Of a program that runs,
both find the same statements.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.notes.models import Lang, Snippet, SnippetView, Statement

PLAYGROUND: Final = "playground"
"""In the place of a note's slug, for programs that belong to none."""
MAIN: Final = "main"

_BEGINS = frozenset({"if", "while", "for", "with", "def", "class", "try", "async"})
_CONTINUES = frozenset({"else", "elif", "except", "finally"})
_SILENT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENCODING})
_ENDS_OF_LINES = re.compile(r"\r\n?")


def tidy(code: str) -> str:
    """*code* with the ends of lines that an editor has; a form sends others."""
    return _ENDS_OF_LINES.sub("\n", code)


def program(code: str) -> Snippet:
    """*code* as something that a card can show, like a note's snippet."""
    view = program_view(code)
    return Snippet(
        note=PLAYGROUND,
        name=MAIN,
        path=Path(f"{MAIN}.py"),
        source=code,
        title={"en": "", "zh": ""},
        views={None: view, "en": view, "zh": view},
    )


def edited(snippet: Snippet, code: str) -> Snippet:
    """*snippet* with a reader's own *code* in its place; what its author said of the outcome no longer holds."""
    view = program_view(code)
    views: dict[Lang | None, SnippetView] = {None: view, "en": view, "zh": view}
    return replace(snippet, source=code, raises=None, views=views)


def program_view(code: str) -> SnippetView:
    """*code* and its top-level statements, as far as they can be told."""
    lines = code.removesuffix("\n").count("\n") + 1
    return SnippetView(code, tuple(range(1, lines + 1)), tuple(_statements(code)))


@dataclass(slots=True)
class _Open:
    """A statement that the next lines may still belong to."""

    start: int
    end: int
    is_assert: bool
    decorates: bool = False
    """It is a decorator so far: what it decorates follows."""


def _statements(code: str) -> Iterator[Statement]:
    current: _Open | None = None
    for line in _logical_lines(code):
        first = line[0]
        goes_on = current and (first.depth or first.text in _CONTINUES or current.decorates)
        if current and goes_on:
            current.end = line[-1].row
            current.decorates = not first.depth and first.text == "@"
            continue
        if current:
            yield _closed(current)
        *before, last = _parts(line)
        yield from (Statement(part[0].row, part[-1].row, part[0].text == "assert") for part in before)
        current = _Open(last[0].row, line[-1].row, last[0].text == "assert", first.text == "@")
    if current:
        yield _closed(current)


def _closed(one: _Open) -> Statement:
    return Statement(one.start, one.end, one.is_assert)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    row: int
    """Its last line."""
    depth: int
    """How far its logical line is indented."""
    nested: bool
    """Whether it is inside brackets."""


def _logical_lines(code: str) -> Iterator[list[_Token]]:
    """The tokens of each logical line, comments left out; as many as there are before what is no Python."""
    depth, brackets = 0, 0
    line: list[_Token] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in _SILENT:
                continue
            if token.type in {tokenize.INDENT, tokenize.DEDENT}:
                depth += 1 if token.type == tokenize.INDENT else -1
            elif token.type in {tokenize.NEWLINE, tokenize.ENDMARKER}:
                if line:
                    yield line
                line = []
            else:
                brackets += (token.string in {"(", "[", "{"}) - (token.string in {")", "]", "}"})
                row = token.start[0] if not line else token.end[0]
                line.append(_Token(token.string, row, depth, brackets > 0))
                if len(line) == 1 and token.end[0] > row:  # a text of several lines begins the statement
                    line.append(_Token("", token.end[0], depth, nested=False))
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    if line:
        yield line


def _parts(line: list[_Token]) -> list[list[_Token]]:
    """The simple statements of *line*, which semicolons part; one where it begins a block."""
    if line[0].text in _BEGINS:
        return [line]
    parts: list[list[_Token]] = [[]]
    for token in line:
        if token.text == ";" and not token.nested:
            parts.append([])
        else:
            parts[-1].append(token)
    whole = [part for part in parts if part]
    return whole or [line]
