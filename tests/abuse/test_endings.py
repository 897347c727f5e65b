"""Endings: every way a program can end, and some in which it never began."""

from __future__ import annotations

import pytest

from app.runs.local import LocalEngine
from tests.abuse.conftest import attack, of, reason

OLD_NUL_ERROR = "ValueError"
"""What Python before 3.11.4 raised for a NUL in the source."""
RAISED = "Ended by the exception that is shown at its line. Change that line, or catch it."
CRASHED = "The process died of {}: a crash below Python, in C or C++ code."
EXITED = "The process ended itself with exit code {} before its last statement."


# -- the process dies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "why", "message"),
    [
        ("ctypes.string_at(0)", "signal:SIGSEGV", CRASHED.format("SIGSEGV")),
        ("ctypes.c_int.from_address(8).value = 1", "signal:SIGSEGV", CRASHED.format("SIGSEGV")),
        ("ctypes.CDLL(None).abort()", "signal:SIGABRT", CRASHED.format("SIGABRT")),
        ("os.abort()", "signal:SIGABRT", CRASHED.format("SIGABRT")),
        ("ctypes.CDLL(None).raise_(8) if 0 else os.kill(os.getpid(), 8)", "signal:SIGFPE", CRASHED.format("SIGFPE")),
        ("os.kill(os.getpid(), 9)", "signal:SIGKILL", CRASHED.format("SIGKILL")),
        ("os.kill(os.getpid(), 15)", "signal:SIGTERM", CRASHED.format("SIGTERM")),
        ("os.kill(os.getpid(), 41)", "signal:signal 41", CRASHED.format("signal 41")),
        ("os._exit(0)", "exit:0", EXITED.format(0)),
        ("os._exit(7)", "exit:7", EXITED.format(7)),
        ("ctypes.CDLL(None).exit(3)", "exit:3", EXITED.format(3)),
        ("os.execv(sys.executable, [sys.executable, '-Ic', 'raise SystemExit(5)'])", "exit:5", EXITED.format(5)),
        ("import faulthandler; faulthandler._sigsegv()", "signal:SIGSEGV", CRASHED.format("SIGSEGV")),
        (
            ("sys.setrecursionlimit(1 << 30)\nclass C:\n    def __getattr__(self, n): return getattr(self, n)\nC().x"),
            "signal:SIGSEGV",
            CRASHED.format("SIGSEGV"),
        ),
    ],
    ids=[
        *["null read", "null write", "abort in C", "abort", "SIGFPE", "SIGKILL", "SIGTERM", "real-time signal"],
        *["_exit 0", "_exit 7", "exit in C", "exec", "fault", "stack overflow"],
    ],
)
async def test_a_process_that_dies_is_told_how(engine: LocalEngine, end: str, why: str, message: str) -> None:
    code = f"import ctypes, os, sys\nprint('kept')\nprint('kept', end='', file=sys.stderr)\n{end}\nprint('never')\n"
    result = await attack(engine, code, timeout_s=10)
    assert (result.status, reason(result), result.message) == ("crashed", why, message)
    assert result.stdout == "kept\n"
    assert result.stderr.startswith("kept")
    assert of(result, "done")[0]["line"] >= 4


async def test_a_fork_that_dies_is_not_the_run_that_dies(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        "import os\n"
        "for end in ('os.abort()', 'os._exit(3)', 'os.kill(os.getpid(), 9)', '1 / 0', 'raise SystemExit(9)'):\n"
        "    if os.fork() == 0:\n"
        "        exec(end)\n"
        "    os.wait()\n"
        "print('parent')\n",
        timeout_s=10,
    )
    assert (result.status, result.stdout) == ("ok", "parent\n")
    assert len(of(result, "done")) == 1


# -- sys.exit --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "status", "err"),
    [
        ("", "ok", ""),
        ("None", "ok", ""),
        ("0", "ok", ""),
        ("False", "ok", ""),
        ("3", "error", ""),
        ("-1", "error", ""),
        ("10 ** 100", "error", ""),
        ("'no good'", "error", "no good\n"),
        ("1.5", "error", "1.5\n"),
        ("[]", "error", "[]\n"),
        ("(1, 2)", "error", "(1, 2)\n"),
        ("Hostile()", "error", "<exception str() failed>\n"),
        ("'x' * 1_000_000", "error", "x" * 8000 + " … (cut)\n"),
    ],
    ids=["nothing", "None", "0", "False", "3", "-1", "huge", "text", "float", "list", "tuple", "hostile", "long"],
)
async def test_any_value_given_to_exit(engine: LocalEngine, value: str, status: str, err: str) -> None:
    hostile = "class Hostile:\n    def __eq__(self, other): raise ValueError\n    __str__ = __hash__ = __eq__\n"
    result = await attack(engine, f"import sys\n{hostile}print('kept')\nsys.exit({value})\nprint('never')\n")
    assert (result.status, result.stdout) == (status, "kept\n")
    assert result.stderr.rstrip("\n") == err.rstrip("\n")
    assert result.message == (RAISED if status == "error" else "")
    if status == "error":
        assert result.error is not None
        assert (result.error["type"], result.error["line"]) == ("SystemExit", 6)


async def test_a_thread_that_exits_ends_itself_only(engine: LocalEngine) -> None:
    result = await attack(
        engine,
        "import sys, threading\n"
        "for end in (lambda: sys.exit(5), lambda: 1 / 0):\n"
        "    t = threading.Thread(target=end); t.start(); t.join()\n"
        "print('main')\n",
    )
    assert (result.status, result.stdout) == ("ok", "main\n")
    assert "ZeroDivisionError" in result.stderr
    assert "SystemExit" not in result.stderr


# -- exceptions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raising", "kind", "message"),
    [
        (
            "raise ExceptionGroup('many', [ValueError('a'), ExceptionGroup('in', [KeyError('b')])])",
            "ExceptionGroup",
            "many",
        ),
        ("e = ValueError()\nfor _ in range(5000): e = ExceptionGroup('g', [e])\nraise e", "ExceptionGroup", "g"),
        ("raise BaseExceptionGroup('b', [SystemExit(0), KeyboardInterrupt()])", "BaseExceptionGroup", "b"),
        ("def f(): return f()\nf()", "RecursionError", "maximum recursion depth"),
        (
            "e = None\nfor i in range(5000):\n    n = ValueError(str(i)); n.__cause__ = e; e = n\nraise e",
            "ValueError",
            "4999",
        ),
        ("a, b = KeyError('a'), KeyError('b')\na.__cause__ = b; b.__context__ = a\nraise a", "KeyError", "'a'"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("raise GeneratorExit", "GeneratorExit", ""),
        ("raise BaseException('x')", "BaseException", "x"),
        ("raise ValueError('x' * 5_000_000)", "ValueError", "xxx"),
        ("raise ValueError(*['x' * 999] * 9999)", "ValueError", "('xxx"),
        ("exec('\\n' * 99999 + '1 / 0')", "ZeroDivisionError", "division"),
        ("raise 5", "TypeError", "exceptions must derive"),
        ("e = ValueError('n')\nfor i in range(9999): e.add_note('note ' * 99)\nraise e", "ValueError", "n"),
        ("raise SyntaxError('s', ('main.py', 10 ** 9, -5, 'x' * 99, None, None))", "SyntaxError", "s"),
        ("e = OSError(28, 'n'); e.errno = e\nraise e", "OSError", ""),
    ],
    ids=[
        *["group", "deep groups", "group of exits", "recursion", "long chain", "circle", "interrupt", "generator"],
        *["base", "long message", "many arguments", "far line", "no exception", "notes", "syntax", "odd errno"],
    ],
)
async def test_any_exception_is_shown(engine: LocalEngine, raising: str, kind: str, message: str) -> None:
    result = await attack(engine, f"print('kept')\n{raising}\n")
    assert (result.status, result.stdout, result.message) == ("error", "kept\n", RAISED)
    assert result.error is not None
    assert result.error["type"] == kind
    assert result.error["message"].startswith(message)
    assert len(result.error["message"]) + len(result.error["traceback"]) < 30_000
    assert len(result.error["frames"]) <= 50


@pytest.mark.parametrize(
    "body",
    [
        "def __str__(self): raise ValueError",
        "def __str__(self): raise SystemExit(0)",
        "def __str__(self): raise KeyboardInterrupt",
        "def __str__(self): return 3",
        "def __str__(self): return str(self)",
        "def __str__(self): return 'x' * 10_000_000",
        "__class__ = property(lambda self: SystemExit)",
        "__traceback__ = property(lambda self: 1 / 0)",
        "__module__ = ['<script>']",
        "def __getattribute__(self, name): raise SystemExit(0)",
    ],
    ids=[
        *["str raises", "str exits", "str interrupts", "str is no text", "str calls itself", "str is huge"],
        *["lies", "no traceback", "odd module", "hides"],
    ],
)
async def test_an_exception_that_fights_back_is_an_error_all_the_same(engine: LocalEngine, body: str) -> None:
    result = await attack(engine, f"print('kept')\nclass E(Exception):\n    {body}\nraise E('x')\n")
    assert (result.status, result.stdout, result.message) == ("error", "kept\n", RAISED)
    assert result.error is not None
    assert (result.error["type"].rpartition(".")[2], result.error["line"]) == ("E", 4)
    assert 0 < len(result.error["message"]) < 10_000


async def test_an_exception_that_loops_while_it_is_told_ends_by_the_limit(engine: LocalEngine) -> None:
    code = "print('kept')\nclass E(Exception):\n    def __str__(self):\n        while True: pass\nraise E\n"
    result = await attack(engine, code, timeout_s=0.7)
    assert (result.status, result.stdout) == ("timeout", "kept\n")


# -- after the last statement --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hook", "status", "out"),
    [
        ("atexit.register(print, 'hook');", "ok", "kept\nhook\n"),
        ("atexit.register(lambda: 1 / 0);", "ok", "kept\n"),
        ("atexit.register(sys.exit, 3);", "ok", "kept\n"),
        ("atexit.register(os._exit, 7);", "crashed", "kept\n"),
        ("atexit.register(time.sleep, 60);", "timeout", "kept\n"),
        ("atexit.register(lambda: [print('x' * 999) for _ in range(9999)]);", "output", "kept\n"),
        ("threading.Thread(target=time.sleep, args=(60,)).start()", "timeout", "kept\n"),
        ("threading.Thread(target=time.sleep, args=(60,), daemon=True).start()", "ok", "kept\n"),
        ("class D:\n    def __del__(self): print('gone')\nd = D()", "ok", "kept\n"),
        ("sys.modules['atexit']._run_exitfuncs = None\nthreading._shutdown = None", "error", "kept\n"),
    ],
    ids=[
        *["prints", "raises", "exits", "_exits", "sleeps", "floods", "waiting thread", "daemon thread"],
        *["finalizer", "hooks broken"],
    ],
)
async def test_what_comes_after_the_last_statement(engine: LocalEngine, hook: str, status: str, out: str) -> None:
    code = f"import atexit, os, sys, threading, time\nprint('kept')\n{hook}\n"
    result = await attack(engine, code, timeout_s=1)
    assert result.status == status, result
    assert result.stdout.startswith(out)
    assert bool(result.message) == (status != "ok")


# -- source ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("x = = 3\n", "SyntaxError"),
        ("x = '\0'\n", "SyntaxError"),
        ("x = 1\n\ufeffy = 2\n", "SyntaxError"),
        ("if 1:\n\tx = 1\n        y = 2\n", "TabError"),
        ("def f():\nreturn 3\n", "IndentationError"),
        ("return 3\n", "SyntaxError"),
        ("await x\n", "SyntaxError"),
        ("x = '\ud800'\n", "UnicodeEncodeError"),
        ("x = " + "(" * 5000 + ")" * 5000, "SyntaxError"),
        ("x = " + "-" * 50_000 + "1", "SyntaxError"),
        ("x" + ".x" * 30_000, "SyntaxError"),
        ("'unterminated", "SyntaxError"),
        ("x = 1 # \x1a\n\x1a", "SyntaxError"),
        ("from __future__ import braces", "SyntaxError"),
        ("x = 0" + "1" * 5000, "SyntaxError"),
    ],
    ids=[
        *["syntax", "NUL", "BOM inside", "tabs", "indent", "return", "await", "surrogate", "parentheses"],
        *["operators", "attributes", "unterminated", "control Z", "future", "number"],
    ],
)
async def test_what_does_not_compile_runs_nothing(engine: LocalEngine, source: str, kind: str) -> None:
    result = await attack(engine, f"print('not run')\n{source}")
    assert (result.status, result.stdout, result.message) == ("error", "", RAISED)
    assert result.error is not None
    assert result.error["type"] == kind or (kind, result.error["type"]) == ("SyntaxError", OLD_NUL_ERROR)
    assert result.error["message"]


@pytest.mark.parametrize(
    ("source", "out"),
    [
        ("\ufeffprint('ran')\n", "ran\n"),
        ("print(1)\r\nprint(2)\r\n", "1\n2\n"),
        ("print(1)\rprint(2)\r", "1\n2\n"),
        ("print(1)\f\n\fprint(2)", "1\n2\n"),
        ("# -*- coding: latin-1 -*-\nprint('é')", "é\n"),
        ("# -*- coding: nonsense -*-\nprint('é')", "é\n"),
        ("", ""),
        ("# nothing", ""),
        ("x = '" + "a" * 1_000_000 + "'\nprint(len(x))\n", "1000000\n"),
        ("x = [" + "0, " * 100_000 + "]\nprint(len(x))\n", "100000\n"),
        ("x = 0\n" + "x += 1\n" * 5000 + "print(x)\n", "5000\n"),
        ("if 1:\n\tprint('tab')\n", "tab\n"),
        ("π, ｘ = 3, 4\nprint(π, x)\n", "3 4\n"),
    ],
    ids=[
        *["BOM", "CRLF", "CR", "form feed", "coding", "odd coding", "empty", "comment", "1 MB line", "long list"],
        *["5000 lines", "tab", "identifiers"],
    ],
)
async def test_odd_sources_that_python_takes_run(engine: LocalEngine, source: str, out: str) -> None:
    result = await attack(engine, source, timeout_s=10)
    assert (result.status, result.stdout, result.stderr) == ("ok", out, ""), result.error
