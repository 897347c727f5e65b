"""Reading a snippet: its header, what a reader of each language sees of it, and its top-level statements."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

from app.notes.header import Finding, read_header
from app.notes.models import LANGS, Lang, Snippet, SnippetView, Statement

_MARKED = re.compile(r"#\s*(en|zh)\s*([:：])\s?(.*)", re.DOTALL)
_HAN: Final = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


@dataclass(slots=True)
class Comments:
    """The comments of a file, by line, and the lines that are blank and belong to no string."""

    whole: dict[int, tuple[Lang, str]] = field(default_factory=dict)
    """Whole-line comments of one language: the language, and the comment without its marker."""
    blank: set[int] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)


def read_snippet(note: str, path: Path, source: str) -> tuple[Snippet, list[Finding]]:
    """The snippet in *path*, as whole as its faults allow, and everything that is wrong with it."""
    lines = source.split("\n")
    if lines[-1] == "":
        lines.pop()
    header, findings = read_header(lines)
    try:
        tree = ast.parse(source)
        comments = _read_comments(source, header.length)
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        line = getattr(error, "lineno", None) or 1
        findings.append((line, f"this is not Python ({getattr(error, 'msg', error)}): correct it"))
        tree, comments = ast.Module([], []), Comments()
    findings += [*comments.findings, *_unpaired(comments)]
    if not tree.body and not findings:
        findings.append((len(lines) or 1, "there is nothing to run after the header: write a statement"))
    whole = SnippetView(source, tuple(range(1, len(lines) + 1)), _find(tree))
    views: dict[Lang | None, SnippetView] = {None: whole}
    for lang in LANGS:
        views[lang] = _view(lines, header.length, comments, lang, tree)
    snippet = Snippet(
        note=note,
        name=path.stem,
        path=path,
        source=source,
        title=header.title,
        device=header.device,
        timeout=header.timeout,
        seed=header.seed,
        raises=header.raises,
        needs=header.needs,
        torch=header.torch,
        loopback=header.loopback,
        views=views,
    )
    return snippet, findings


def has_assert(snippet: Snippet) -> bool:
    """Whether the snippet checks anything, be it inside a function."""
    try:
        return any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(snippet.source)))
    except (SyntaxError, ValueError):
        return True  # what's wrong with it has been said


def _find(tree: ast.Module) -> tuple[Statement, ...]:
    """The top-level statements of *tree*."""
    found = []
    for node in tree.body:
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        found.append(Statement(start, node.end_lineno or node.lineno, isinstance(node, ast.Assert)))
    return tuple(found)


def _view(lines: list[str], header: int, comments: Comments, lang: Lang, tree: ast.Module) -> SnippetView:
    """The lines that a reader of *lang* sees, and the statements at the lines where that reader sees them."""
    shown: list[str] = []
    numbers: list[int] = []
    blank = True  # so that no blank line leads
    for number, text in enumerate(lines[header:], start=header + 1):
        own, comment = comments.whole.get(number, (lang, text))
        if own != lang or (blank and number in comments.blank):
            continue
        blank = number in comments.blank
        shown.append("" if blank else comment)
        numbers.append(number)
    if shown and blank:
        shown.pop()
        numbers.pop()
    at = {number: position for position, number in enumerate(numbers, start=1)}
    statements = tuple(Statement(at[s.start], at[s.end], s.is_assert) for s in _find(tree))
    return SnippetView("".join(line + "\n" for line in shown), tuple(numbers), statements)


def _read_comments(source: str, header: int) -> Comments:
    """Find the comments below the header by tokens, so that a ``# en:`` inside a string stays what it is."""
    comments = Comments()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start
        if token.type == tokenize.NL and not token.line.strip():
            comments.blank.add(row)
        elif token.type == tokenize.COMMENT and row > header:
            _read_comment(comments, row, token.line[:column], token.string)
    return comments


def _read_comment(comments: Comments, row: int, before: str, text: str) -> None:
    match = _MARKED.match(text)
    if match is None:
        if _HAN.search(text):
            what = "begin a comment in Chinese with '# zh:', on a line of its own next to its '# en:' partner"
            comments.findings.append((row, what))
    elif match[2] == "：":
        comments.findings.append((row, f"write '# {match[1]}:' with an ASCII colon"))
    elif before.strip():
        comments.findings.append((row, f"put the '# {match[1]}:' comment on a line of its own"))
    else:
        lang: Lang = "en" if match[1] == "en" else "zh"
        comments.whole[row] = (lang, f"{before}# {match[3]}".rstrip())


def _unpaired(comments: Comments) -> Iterator[Finding]:
    """Runs of one language's comment lines go in pairs, one run directly after the other."""
    neighbours = groupby(enumerate(sorted(comments.whole)), key=lambda pair: pair[1] - pair[0])
    for _, group in neighbours:
        rows = [row for _, row in group]
        runs = [list(run) for _, run in groupby(rows, key=lambda row: comments.whole[row][0])]
        if len(runs) % 2:
            row = runs[-1][0]
            lang = comments.whole[row][0]
            other = "zh" if lang == "en" else "en"
            yield row, f"this '# {lang}:' comment has no '# {other}:' comment next to it: add one"
