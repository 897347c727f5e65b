from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.sandbox.executor import Executor


class Ran:
    """A program that was run in this process, and what it reported."""

    def __init__(self, source: str, folder: Path) -> None:
        self.frames: list[dict[str, Any]] = []
        self.executor = Executor(self.frames.append, lambda value: {"text/plain": repr(value)}, lambda: None)
        self.status = self.executor.run(source, str(folder))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["kind"] == kind]

    @property
    def values(self) -> list[tuple[int, str]]:
        return [(frame["line"], frame["data"]["text/plain"]) for frame in self.of("value")]


@pytest.fixture
def ran(tmp_path: Path) -> Iterator[Any]:
    main, argv, path, limit = sys.modules["__main__"], sys.argv, list(sys.path), sys.getrecursionlimit()
    yield lambda source: Ran(source, tmp_path)
    sys.modules["__main__"], sys.argv, sys.path[:] = main, argv, path
    sys.setrecursionlimit(limit)


def test_each_bare_expression_shows_its_value_at_its_line(ran: Any) -> None:
    run = ran("1 + 1\nx = 3\nx\nNone\nx;\nx;  # silenced too\n'a'; 'b'\n")
    assert run.status == "ok"
    assert run.values == [(1, "2"), (3, "3"), (7, "'a'"), (7, "'b'")]


def test_showing_a_value_leaves_the_readers_names_and_references_alone(ran: Any) -> None:
    run = ran("import sys\n_ = 5\nx = [1]\nbefore = sys.getrefcount(x)\nx\nsys.getrefcount(x) == before\n_\n")
    assert run.values == [(5, "[1]"), (6, "True"), (7, "5")]


def test_a_docstring_is_a_docstring(ran: Any) -> None:
    run = ran('"""What it does."""\n__doc__\n')
    assert run.values == [(2, "'What it does.'")]


def test_statements_are_announced_with_their_first_line(ran: Any) -> None:
    run = ran("x = [\n 1,\n]\nfor i in x:\n    pass\n")
    assert [frame["line"] for frame in run.of("statement")] == [1, 4]


def test_asserts_report_their_verdict(ran: Any) -> None:
    run = ran("assert 1 == 1\nassert 1 == 2, 'not equal'\nassert False\n")
    assert run.status == "error"
    assert [(a["line"], a["passed"], a["source"], a["message"]) for a in run.of("assertion")] == [
        (1, True, "1 == 1", ""),
        (2, False, "1 == 2", "not equal"),
    ]
    assert run.of("error")[0]["type"] == "AssertionError"


def test_an_assertion_inside_a_called_function_is_an_error_of_that_function(ran: Any) -> None:
    run = ran("def f():\n    assert False\nassert f()\n")
    assert run.of("assertion") == []
    assert run.of("error")[0]["line"] == 3


def test_the_error_has_only_the_readers_frames(ran: Any) -> None:
    run = ran("import json\ndef load(text):\n    return json.loads(text)\n\nload('{')\n")
    (error,) = run.of("error")
    assert run.status == "error"
    assert error["type"] == "json.decoder.JSONDecodeError"
    assert [(f["line"], f["function"], f["source"]) for f in error["frames"]] == [
        (5, "<module>", "load('{')"),
        (3, "load", "return json.loads(text)"),
    ]
    assert error["line"] == 5
    assert "executor.py" not in error["traceback"]
    assert "decoder.py" not in error["traceback"]
    assert 'File "main.py", line 3, in load' in error["traceback"]


def test_chained_and_grouped_exceptions_keep_their_layout(ran: Any) -> None:
    run = ran(
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ExceptionGroup('g', [ValueError('a')]) from e\n"
    )
    (error,) = run.of("error")
    assert "direct cause" in error["traceback"]
    assert "ZeroDivisionError: division by zero" in error["traceback"]
    assert "ValueError: a" in error["traceback"]
    assert error["type"] == "ExceptionGroup"


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("x = 1\ny = (\n", "SyntaxError", 2),
        ("x = 1\n  y = 2\n", "IndentationError", 2),
        ("if True:\n\tx = 1\n        y = 2\n", "TabError", 3),
        ("print(1)\nreturn 3\n", "SyntaxError", 2),
        ("x = '\0'\n", "SyntaxError", None),
    ],
)
def test_what_does_not_compile_runs_nothing(ran: Any, source: str, kind: str, line: int | None) -> None:
    run = ran(source)
    assert run.status == "error"
    assert run.of("statement") == []
    (error,) = run.of("error")
    assert error["type"] in {kind, "ValueError"}
    if line is not None:
        assert error["line"] == line


def test_a_byte_order_mark_is_no_error(ran: Any) -> None:
    assert ran("\ufeff1 + 1\n").values == [(1, "2")]


@pytest.mark.parametrize(
    ("source", "status", "error"),
    [
        ("import sys\nsys.exit()\nprint(1)", "ok", None),
        ("raise SystemExit(0)", "ok", None),
        ("import sys\nsys.exit(3)", "error", "SystemExit"),
        ("import sys\nsys.exit('no good')", "error", "SystemExit"),
        ("raise KeyboardInterrupt", "error", "KeyboardInterrupt"),
        ("def f(): f()\nf()", "error", "RecursionError"),
        ("class E(Exception):\n    def __str__(self): 1 / 0\nraise E", "error", "E"),
        ("raise MemoryError", "memory", "MemoryError"),
        ("import errno\nraise OSError(errno.ENOSPC, 'full')", "disk", "OSError"),
    ],
)
def test_endings(ran: Any, source: str, status: str, error: str | None) -> None:
    run = ran(source)
    assert run.status == status
    assert [found["type"] for found in run.of("error")] == ([error] if error else [])


LIAR = "class E(Exception):\n    {}\nraise E('x')"


@pytest.mark.parametrize(
    "body",
    [
        "def __str__(self): raise SystemExit(0)",
        "def __str__(self): raise KeyboardInterrupt",
        "def __str__(self): return 3",
        "def __str__(self): return str(self)",
        "__class__ = property(lambda self: SystemExit)",
        "__traceback__ = property(lambda self: 1 / 0)",
        "__module__ = []",
        "__cause__ = property(lambda self: self)",
        "def __getattribute__(self, name): raise SystemExit(0)",
    ],
)
def test_an_exception_whose_own_code_is_hostile_is_an_error_like_any_other(ran: Any, body: str) -> None:
    run = ran(LIAR.format(body))
    assert run.status == "error"
    assert [(found["type"].rpartition(".")[2], found["line"]) for found in run.of("error")] == [("E", 3)]
    assert run.of("error")[0]["message"]


@pytest.mark.parametrize("name", ["__module__", "__name__"])
def test_a_class_that_lies_about_its_name_is_told_by_its_own(ran: Any, name: str) -> None:
    meta = f"class M(type):\n    {name} = property(lambda self: 1 / 0)\n"
    run = ran(f"{meta}class E(Exception, metaclass=M): pass\nraise E('x')")
    assert [found["type"] for found in run.of("error")] == ["E"]


@pytest.mark.parametrize(
    ("value", "status"),
    [
        ("X()", "error"),
        ("10 ** 100", "error"),
        ("False", "ok"),
        ("True", "error"),
        ("0.0", "error"),
        ("type('I', (int,), {'__eq__': lambda *_: 1 / 0})(0)", "ok"),
        ("[]", "error"),
    ],
)
def test_any_value_can_be_given_to_exit(ran: Any, value: str, status: str) -> None:
    hostile = "class X:\n    def __eq__(self, other): raise ValueError\n    __str__ = __eq__\n"
    run = ran(f"import sys\n{hostile}sys.exit({value})")
    assert run.status == status
    assert len(run.of("error")) == (status == "error")


@pytest.mark.parametrize("source", ["x = " + "-" * 20_000 + "1", "x = 1" + " + 1" * 10_000, "a" + ".a" * 20_000])
def test_nesting_beyond_the_parser_is_no_memory_of_the_run(ran: Any, source: str) -> None:
    run = ran(f"print('not run')\n{source}\n")
    assert (run.status, run.of("error")[0]["type"]) == ("error", "SyntaxError")
    assert "nested too deeply" in run.of("error")[0]["message"]


def test_lines_are_those_of_the_compiler(ran: Any) -> None:
    run = ran("x = '\u2028\x0b\x1c\x85'\n\x0c\nx;\n1 / 0\n")
    assert [(frame["line"], frame["source"]) for frame in run.of("error")[0]["frames"]] == [(4, "1 / 0")]
    assert run.values == []


def test_a_text_given_to_exit_goes_to_stderr(ran: Any) -> None:
    assert [frame["text"] for frame in ran("import sys\nsys.exit('no good')").of("stderr")] == ["no good\n"]


def test_the_program_is_a_real_main_module_with_source(ran: Any) -> None:
    run = ran(
        "from __future__ import annotations\n"
        "import dataclasses, inspect, pickle, sys\n"
        "@dataclasses.dataclass\n"
        "class Point:\n"
        "    x: Undefined\n"
        "pickle.loads(pickle.dumps(Point(3)))\n"
        "inspect.getsource(Point).splitlines()[-1]\n"
        "sys.modules['__main__'].Point is Point, __name__, sys.argv\n"
    )
    assert [text for _, text in run.values] == [
        "Point(x=3)",
        "'    x: Undefined'",
        "(True, '__main__', ['main.py'])",
    ]


def test_the_source_lies_where_the_module_says(ran: Any, tmp_path: Path) -> None:
    run = ran("import pathlib\npathlib.Path(__file__).read_text()\n")
    assert run.values == [(2, repr("import pathlib\npathlib.Path(__file__).read_text()\n"))]
    assert (tmp_path / "main.py").is_file()


def test_a_program_has_as_many_frames_as_in_a_terminal(ran: Any) -> None:
    run = ran("def depth(n):\n    return depth(n + 1) if n < 985 else n\ndepth(0)\n")
    assert run.values == [(3, "985")]


def test_the_current_line_is_that_of_the_top_level_code(ran: Any) -> None:
    seen: list[int | None] = []
    source = "def f():\n    look()\nfor _ in range(2):\n    look()\nf()\n"
    frames: list[dict[str, Any]] = []
    executor = Executor(frames.append, lambda value: {}, lambda: None)
    import builtins

    builtins.look = lambda: seen.append(executor.current_line())  # type: ignore[attr-defined]
    try:
        executor.run(source, str(Path(ran("").executor.namespace["__file__"]).parent))
    finally:
        del builtins.look  # type: ignore[attr-defined]
    assert seen == [4, 4, 5]
