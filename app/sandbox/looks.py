"""Looking inside a run, if it was asked for: the storage map, the steps through time, the autograd graphs.

A look changes nothing. While it lasts none of the reader's code runs: no signal handler, no finalizer, no tracer.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from app.sandbox import graphs, steps, storages
from app.sandbox.executor import Executor
from app.sandbox.protocol import LOOKS

_SIGNALS = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}


class Looks:
    """What is asked for of one run, and what has been seen so far."""

    def __init__(self, asked: object, executor: Executor) -> None:
        kinds = asked if isinstance(asked, list) else []
        self._kinds = [kind for kind in LOOKS if kind in kinds]
        self._executor = executor
        self._pid = os.getpid()
        self._recorder: steps.Recorder | None = None
        if "steps" in self._kinds:
            executor.after = self._step

    def report(self, send: Callable[[dict[str, Any]], None]) -> None:
        """Send a frame for each kind of look."""
        for kind in self._kinds:
            frame = self._look(kind)
            if frame is not None:
                send({"kind": kind, **frame})

    def _step(self, statement: ast.stmt, source: str, failed: bool) -> None:  # noqa: FBT001 - as the executor calls it
        if os.getpid() != self._pid:
            return  # a fork of the program's: nobody would hear of it
        with quietly():
            # The module's own dictionary is there once the program has begun.
            self._recorder = self._recorder or steps.Recorder(self._executor.namespace)
            self._recorder.step(statement, source, failed=failed)

    def _look(self, kind: str) -> dict[str, Any] | None:
        with quietly():
            try:
                if kind == "steps":
                    return self._recorder.report() if self._recorder else {"steps": [], "stopped": None, "left_out": 0}
                look = storages.storages if kind == "storages" else graphs.graphs
                return look(self._executor.namespace)
            except Exception:  # noqa: BLE001 - a program can make any look fail: recursion, memory, a torch taken apart
                return None


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Put off whatever of the reader's could run meanwhile; a signal that comes now is delivered afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    tracer, profiler, collecting = sys.gettrace(), sys.getprofile(), gc.isenabled()
    sys.settrace(None)
    sys.setprofile(None)
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
        sys.setprofile(profiler)
        sys.settrace(tracer)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
