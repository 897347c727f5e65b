"""Runs the reader's program one top-level statement at a time and reports what each one did.

The program is a real ``__main__`` module compiled from a real file, so that everything that looks at its source or its
module (``inspect``, ``pickle``, ``torch.jit.script``, ``multiprocessing``) finds what it would find in a terminal.
"""

from __future__ import annotations
import __future__

import ast
import atexit
import io
import linecache
import os
import sys
import threading
import types
from collections.abc import Callable
from typing import Any

from app.sandbox import failures
from app.sandbox.protocol import SOURCE_NAME

Emit = Callable[[dict[str, Any]], None]
Display = Callable[[object], dict[str, Any]]
After = Callable[[ast.stmt, str, bool], None]
"""Called with a statement that has run, its source, and whether it failed."""


class Executor:
    """One run of one program.

    *emit* takes the events; *display* turns the value of a bare expression into a MIME bundle; *settle* is called
    after each statement and returns when the output written so far has been read.
    """

    def __init__(self, emit: Emit, display: Display, settle: Callable[[], None]) -> None:
        self._emit = emit
        self._display = display
        self._settle = settle
        self._main_thread = threading.get_ident()
        self._line: int | None = None
        self._code: types.CodeType | None = None
        self._at: tuple[ast.stmt, str] | None = None
        self.after: After | None = None
        self.namespace: dict[str, Any] = {}

    # -- where are we ------------------------------------------------------------------------------------------

    def current_line(self) -> int | None:
        """Line of the top-level code that is executing now, seen from whichever thread asks."""
        if threading.get_ident() == self._main_thread:
            frame: types.FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way to ask
        else:
            frame = sys._current_frames().get(self._main_thread)  # noqa: SLF001
        while frame is not None:
            if frame.f_code is self._code:
                return frame.f_lineno
            frame = frame.f_back
        return self._line

    # -- the program -------------------------------------------------------------------------------------------

    def run(self, source: str, directory: str) -> str:
        """Execute *source* and return its status: ``ok``, ``error``, ``memory`` or ``disk``. Never raises."""
        try:
            self._open_module(source, directory)
            statements = self._parse(source)
            self._execute(source, statements)
        except BaseException as error:  # noqa: BLE001 - every way a program can end is a result
            status = self._failed(error)
            self.attempt(lambda: self._look(failed=status != "ok"))
            return status
        return "ok"

    def finish(self) -> str:
        """What the interpreter does at its end: wait for threads, then the exit hooks. ``ok`` or ``error``."""
        ended = self.attempt(threading._shutdown)  # type: ignore[attr-defined]  # noqa: SLF001 - what Py_Finalize calls
        return ended if ended != "ok" else self.attempt(atexit._run_exitfuncs)  # noqa: SLF001

    def attempt(self, action: Callable[[], object]) -> str:
        """Do one thing on the reader's behalf after the program; what it raises is the program's error."""
        try:
            action()
        except BaseException as error:  # noqa: BLE001 - it calls the reader's code
            return self._failed(error)
        return "ok"

    def _open_module(self, source: str, directory: str) -> None:
        path = os.path.join(directory, SOURCE_NAME)
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(source)
        lines = _lines(source)
        # No modification time: linecache then never drops the entry, whatever the program does to its folder.
        linecache.cache[SOURCE_NAME] = linecache.cache[path] = (len(source), None, lines, path)
        module = types.ModuleType("__main__")
        module.__file__ = path
        module.__builtins__ = __builtins__  # type: ignore[attr-defined]
        sys.modules["__main__"] = module
        self.namespace = module.__dict__
        self.namespace.update({"__annotations__": {}, "__cached__": None})
        sys.argv = [SOURCE_NAME]
        # The frames below the program are ours; it gets as many of its own as in a terminal.
        sys.setrecursionlimit(sys.getrecursionlimit() + _depth())
        sys.path.insert(0, directory)

    def _parse(self, source: str) -> list[ast.stmt]:
        try:
            tree = ast.parse(source.removeprefix("\ufeff"), SOURCE_NAME)
        except (MemoryError, RecursionError):
            # Not the memory of the run: a fixed stack of the parser's.
            raise SyntaxError("an expression is nested too deeply to be compiled") from None
        body = tree.body
        if body and _is_text(body[0]):
            self.namespace["__doc__"] = ast.get_docstring(tree, clean=False)
            body = body[1:]
        return body

    def _execute(self, source: str, statements: list[ast.stmt]) -> None:
        lines = _lines(source)
        flags = 0
        # Compiling all of it first reports what only the compiler sees (a `return` outside) before anything runs,
        # as a terminal does.
        compile(ast.Module(statements, []), SOURCE_NAME, "exec", _future_flags(statements), dont_inherit=True)
        for statement in statements:
            self._line = statement.lineno
            self._at = (statement, "".join(lines[statement.lineno - 1 : statement.end_lineno]))
            self._emit({"kind": "statement", "line": statement.lineno})
            flags |= _future_flags([statement])
            if isinstance(statement, ast.Expr):
                self._evaluate(statement, flags, silent=_silenced(statement, lines))
            elif isinstance(statement, ast.Assert):
                self._check(statement, flags)
            else:
                self._exec(statement, flags)
            self._settle()
            self._look(failed=False)

    def _look(self, *, failed: bool) -> None:
        at, self._at = self._at, None
        if self.after is not None and at is not None:
            self.after(*at, failed)

    def _exec(self, statement: ast.stmt, flags: int) -> None:
        self._code = compile(ast.Module([statement], []), SOURCE_NAME, "exec", flags, dont_inherit=True)
        exec(self._code, self.namespace)  # noqa: S102 - running the reader's code is what we are for

    def _evaluate(self, statement: ast.Expr, flags: int, *, silent: bool) -> None:
        self._code = compile(ast.Expression(statement.value), SOURCE_NAME, "eval", flags, dont_inherit=True)
        value = eval(self._code, self.namespace)  # noqa: S307 - as above
        if value is None or silent:
            return
        self._emit({"kind": "value", "line": statement.lineno, "data": self._display(value)})

    def _check(self, statement: ast.Assert, flags: int) -> None:
        line = statement.lineno
        event = {"kind": "assertion", "line": line, "source": failures.cut(ast.unparse(statement.test), 400)}
        try:
            self._exec(statement, flags)
        except AssertionError as error:
            innermost = error.__traceback__
            while innermost is not None and innermost.tb_next is not None:
                innermost = innermost.tb_next
            # An AssertionError from inside a function it calls is an error of that function, not this verdict.
            if innermost is not None and innermost.tb_frame.f_code is self._code:
                self._emit({**event, "passed": False, "message": failures.message_of(error)})
            raise
        self._emit({**event, "passed": True, "message": ""})

    # -- endings -----------------------------------------------------------------------------------------------

    def _failed(self, error: BaseException) -> str:
        try:
            return self._exited(error) if issubclass(type(error), SystemExit) else self._raised(error)
        except BaseException:  # noqa: BLE001 - an exception's attributes are the reader's code, and may raise anything
            self._emit({"kind": "error", "line": self._line, **failures.outline(error)})
            return "error"

    def _raised(self, error: BaseException) -> str:
        line = failures.line_of(error) or self._line
        self._emit({"kind": "error", "line": line, **failures.describe(error)})
        return failures.limit_hit(error) or "error"

    def _exited(self, error: Any) -> str:
        """As the interpreter treats ``sys.exit``: None and 0 are success; a text goes to stderr; all else fails."""
        code = error.code
        number = issubclass(type(code), int)
        if code is None or (number and int.__eq__(code, 0)):
            return "ok"
        line = failures.line_of(error) or self._line
        if not number:
            self._emit({"kind": "stderr", "line": line, "text": failures.cut(f"{failures.message_of(error)}\n", 8000)})
        report = failures.describe(error)
        self._emit({"kind": "error", "line": line, **report})
        return "error"


def _lines(source: str) -> list[str]:
    """The lines of *source* as the compiler counts them; ``str.splitlines`` sees more ends of lines than it does."""
    return io.StringIO(source, newline=None).readlines()


def _depth() -> int:
    depth, frame = 0, sys._getframe()  # noqa: SLF001 - the only way to ask
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _future_flags(statements: list[ast.stmt]) -> int:
    """Compiler flags that ``from __future__ import …`` among *statements* asks for."""
    flags = 0
    for statement in statements:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                feature = getattr(__future__, alias.name, None)
                flags |= getattr(feature, "compiler_flag", 0)
    return flags


def _silenced(statement: ast.Expr, lines: list[str]) -> bool:
    """Whether a ``;`` with nothing after it but a comment ends the line of *statement*, as in a notebook."""
    end_line, end_column = statement.end_lineno, statement.end_col_offset
    if end_line is None or end_column is None or end_line > len(lines):
        return False
    rest = lines[end_line - 1].encode()[end_column:].decode(errors="replace")
    return rest.partition("#")[0].strip() == ";"
