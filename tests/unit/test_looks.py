from __future__ import annotations

import ast
import gc
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from app.sandbox.executor import Executor
from app.sandbox.looks import Looks, quietly

CODE = "import torch\nx = torch.arange(3.0, requires_grad=True)\ny = x.detach()\ny.add_(1)\nz = (x * 2).sum()\n"


@pytest.fixture
def frames(tmp_path: Any) -> Iterator[Any]:
    """Runs a program with looks, and what it sent."""
    modules, argv, path = dict(sys.modules), list(sys.argv), list(sys.path)
    limit = sys.getrecursionlimit()

    def look(code: str, asked: object) -> tuple[str, list[dict[str, Any]]]:
        sent: list[dict[str, Any]] = []
        executor = Executor(sent.append, lambda _: {}, lambda: None)
        looks = Looks(asked, executor)
        status = executor.run(code, str(tmp_path))
        sent.clear()
        looks.report(sent.append)
        return status, sent

    yield look
    sys.modules["__main__"] = modules["__main__"]
    sys.argv, sys.path[:] = argv, path
    sys.setrecursionlimit(limit)


def test_nothing_is_looked_at_unless_it_is_asked_for(frames: Any) -> None:
    assert frames(CODE, None) == ("ok", [])
    assert frames(CODE, []) == ("ok", [])
    assert frames(CODE, ["surprise", 3]) == ("ok", [])


def test_looks_come_in_one_order_whatever_the_order_they_are_asked_in(frames: Any) -> None:
    _, sent = frames(CODE, ["graphs", "storages", "steps"])
    assert [frame["kind"] for frame in sent] == ["storages", "steps", "graphs"]
    _, sent = frames(CODE, ["graphs"])
    assert [frame["kind"] for frame in sent] == ["graphs"]


def test_a_program_that_failed_half_way_is_looked_at_where_it_stopped(frames: Any) -> None:
    status, (storages, steps, graphs) = frames(
        CODE + "z.backward()\nx.add_(1)\nnever = 1\n", ["storages", "steps", "graphs"]
    )
    assert status == "error"
    assert [(step["line"], step["failed"]) for step in steps["steps"]][-2:] == [(6, False), (7, True)]
    assert [row["name"] for row in steps["steps"][-2]["rows"]] == ["x.grad"]
    assert {view["name"] for storage in storages["storages"] for view in storage["views"]} == {"x", "y", "z", "x.grad"}
    assert graphs["graphs"][0]["of"] == "z"


def test_a_program_that_does_not_compile_or_leaves_nothing_has_empty_looks(frames: Any) -> None:
    for code in ("def", "", "import sys\nsys.exit()\n"):
        _, sent = frames(code, ["storages", "steps", "graphs"])
        assert [frame["kind"] for frame in sent] == ["storages", "steps", "graphs"]
        assert sent[0]["storages"] == sent[2]["graphs"] == []


def test_leaving_with_success_is_no_failure(frames: Any) -> None:
    _, (steps,) = frames("import sys\nsys.exit(0)\n", ["steps"])
    assert [step["failed"] for step in steps["steps"]] == [False, False]


def test_nothing_of_the_readers_runs_during_a_look() -> None:
    ran: list[str] = []

    class Finalized:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            ran.append("finalizer")

    before = signal.signal(signal.SIGUSR1, lambda *_: ran.append("signal"))
    tracer = sys.gettrace()
    sys.settrace(lambda *_: ran.append("trace"))
    ran.clear()
    try:
        with quietly():
            assert sys.gettrace() is None
            assert not gc.isenabled()
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
            Finalized()
            [[] for _ in range(5000)]
            inside = list(ran)
    finally:
        sys.settrace(tracer)
        signal.signal(signal.SIGUSR1, before)
    assert [item for item in inside if item != "trace"] == []
    assert "signal" in ran
    assert gc.isenabled()


def test_what_a_signal_raises_after_a_look_is_the_programs_own_error() -> None:
    def late(*_: object) -> None:
        raise TimeoutError("too late")

    before = signal.signal(signal.SIGUSR1, late)
    try:
        with pytest.raises(TimeoutError), quietly():
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert gc.isenabled()


def test_modes_of_the_readers_see_nothing(frames: Any) -> None:
    code = (
        "import torch\n"
        "from torch.utils._python_dispatch import TorchDispatchMode\n"
        "from torch.overrides import TorchFunctionMode\n"
        "seen = []\n"
        "class Dispatch(TorchDispatchMode):\n"
        "    def __torch_dispatch__(self, func, types, args=(), kwargs=None):\n"
        "        seen.append(str(func))\n"
        "        return func(*args, **(kwargs or {}))\n"
        "class Function(TorchFunctionMode):\n"
        "    def __torch_function__(self, func, types, args=(), kwargs=None):\n"
        "        seen.append(str(func))\n"
        "        return func(*args, **(kwargs or {}))\n"
        "x = torch.ones(3, requires_grad=True)\n"
        "y = (x * 2).exp()\n"
        "modes = Dispatch(), Function()\n"
        "modes[0].__enter__(), modes[1].__enter__();\n"
        "n = 1\n"
        "m = 2\n"
        "modes[1].__exit__(None, None, None), modes[0].__exit__(None, None, None);\n"
        "assert seen == [], seen\n"
    )
    status, _ = frames(code, ["storages", "steps", "graphs"])
    assert status == "ok"


def test_a_statement_is_told_with_its_whole_source() -> None:
    told: list[tuple[str, bool]] = []
    executor = Executor(lambda _: None, lambda _: {}, lambda: None)
    executor.after = lambda _statement, source, failed: told.append((source, failed))
    executor._execute("a = [\n  1,\n]\nb = 2\n", ast.parse("a = [\n  1,\n]\nb = 2\n").body)
    assert told == [("a = [\n  1,\n]\n", False), ("b = 2\n", False)]


def test_torch_taken_apart_fails_a_look_and_nothing_else(frames: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.Tensor, "requires_grad", property(lambda _: 1 / 0), raising=False)
    status, sent = frames(CODE.replace("z = ", "w = "), ["storages", "steps", "graphs"])
    assert status == "ok"
    assert [frame["kind"] for frame in sent] == ["storages", "steps", "graphs"]
    assert sent[0]["storages"]
