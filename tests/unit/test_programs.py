"""A reader's program cut into statements: as Python's parser would, without it."""

from __future__ import annotations

import ast
import time

import pytest

from app.notes.models import Statement
from app.notes.programs import edited, program, program_view, tidy
from app.settings import ROOT

FILES = sorted([*ROOT.glob("snippets/**/*.py"), *ROOT.glob("app/**/*.py"), *ROOT.glob("tests/unit/*.py")])


def as_parsed(code: str) -> list[Statement]:
    found = []
    for node in ast.parse(code).body:
        start = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        found.append(Statement(start, node.end_lineno or node.lineno, isinstance(node, ast.Assert)))
    return found


def test_the_statements_are_those_of_the_parser() -> None:
    assert len(FILES) > 100
    for path in FILES:
        code = path.read_text("utf-8")
        assert list(program_view(code).statements) == as_parsed(code), path


@pytest.mark.parametrize(
    "code",
    [
        "x = 1; assert x; x\n",
        "if 1: x = 1\nelse: x = 2\nx\n",
        "try:\n    x\nexcept NameError: pass\nfinally:\n    y = 1\nz = 2\n",
        '"""text\nof two lines""".upper()\nx = 1\n',
        "@staticmethod\n@property\ndef f(): pass\n\nf\n",
        "x = [\n  1,  # one\n\n  2,\n]\nx\n",
        "async def f():\n    await g()\nclass A: x = 1; y = 2\nA\n",
        "x = 1 \\\n  + 2\nx\n",
        "# nothing\n\n   \n",
        "match x:\n    case 1:\n        y\n    case _:\n        z\nassert (\n  1\n)\n",
        "for i in a: pass\nelse: pass\nwhile 0:\n\n  # a\n  pass\n# b\nelse:\n  pass\n",
    ],
)
def test_statements_of_every_shape(code: str) -> None:
    assert list(program_view(code).statements) == as_parsed(code)


@pytest.mark.parametrize(
    "code", ["x = (\n", "def f(:\n  1\n", "'unclosed\nx = 1\n", "\0", "  x\n y\n", "x = $\ny\n", ""]
)
def test_what_is_no_python_is_shown_all_the_same(code: str) -> None:
    view = program_view(code)
    assert view.code == code
    assert len(view.lines) == code.removesuffix("\n").count("\n") + 1
    assert all(1 <= one.start <= one.end <= len(view.lines) for one in view.statements)


def test_what_keeps_a_parser_busy_does_not_keep_this() -> None:
    started = time.process_time()
    for code in (
        "(" * 60_000,
        "{" * 60_000 + ":",
        "f'{" * 20_000,
        "**" * 30_000,
        "if x:\n" * 10_000,
        "[x for " * 8_000,
    ):
        program_view(code)
    assert time.process_time() - started < 30


def test_a_forms_ends_of_lines_are_made_an_editors() -> None:
    assert tidy("a\r\nb\rc\n") == "a\nb\nc\n"


def test_an_edited_snippet_stands_in_its_place_without_its_authors_promise() -> None:
    whole = program("x = 1\n")
    changed = edited(whole, "raise ValueError\n")
    assert changed.anchor == whole.anchor == "playground--main"
    assert changed.raises is None
    assert changed.view("zh").code == changed.view(None).code == "raise ValueError\n"
