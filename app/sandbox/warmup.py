"""What is made ready before a reader clicks: modules in the zygote, first uses in the zygote and in every child.

The zygote runs all of it with one thread: a parallel operation before a fork leaves the child with a thread pool that
does not exist there, and its first parallel operation would hang.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import gc
import importlib
import inspect
import io
import logging
import multiprocessing.util
import pickle
import random
import sys
import warnings
import weakref
from typing import Any

MODULES = (
    "numpy",
    "torch",
    "torch.nn.functional",
    "torch.optim",
    "torch.utils.data",
    "torch.utils.checkpoint",
    "torch.func",
    "asyncio",
    "collections",
    "copy",
    "csv",
    "dataclasses",
    "functools",
    "itertools",
    "json",
    "math",
    "multiprocessing.pool",
    "multiprocessing.queues",
    "multiprocessing.synchronize",
    "statistics",
    "subprocess",
    "tempfile",
    "textwrap",
    "timeit",
    "uuid",
)
"""Modules that programs import most; those missing here are skipped."""


def load() -> None:
    """Import what programs use, in the zygote, before the first fork."""
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def settle(torch: Any) -> None:
    """Walk once in the zygote: what is imported or cached lazily is then shared by every child."""
    random.seed(0)
    walk(torch, "cpu")
    walk_further()
    # The first optimizer imports torch's compiler front end, about a second.
    parameter = torch.nn.Parameter(torch.ones(2))
    for make in (torch.optim.SGD, torch.optim.Adam):
        optimizer = make([parameter], lr=0.1)
        (parameter * parameter).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.BatchNorm1d(2), torch.nn.Dropout(0.5))
    model(torch.ones(2, 2)).sum().backward()
    repr(model)
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    buffer.seek(0)
    torch.load(buffer)
    for _ in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(2, 2)), batch_size=1):
        pass
    _close_fonts()


def _close_fonts() -> None:
    """Fonts that drawing opened stay open; a child closes what it inherits, so it must open its own."""
    font_manager = sys.modules.get("matplotlib.font_manager")
    if font_manager is not None:
        font_manager._get_font.cache_clear()  # noqa: SLF001 - there is no public way
        gc.collect()


def forget_exit_hooks() -> None:
    """Leave the exit hooks of the modules loaded so far out of every child: only the reader's own run there.

    Those of torch alone take eight milliseconds and clean up what dies with the process anyway.
    """
    finalizers = list(weakref.finalize._registry)  # type: ignore[attr-defined]  # noqa: SLF001 - there is no public way
    for finalizer in finalizers:
        finalizer.atexit = False
    atexit._clear()  # noqa: SLF001
    # What a program in a terminal relies on; both are registered at import and know only once.
    for hook in (logging.shutdown, multiprocessing.util._exit_function, weakref.finalize._exitfunc):  # type: ignore[attr-defined]  # noqa: SLF001
        atexit.register(hook)


def walk(torch: Any, device: str) -> None:
    """The first uses that every child repeats, to have its own copies of the pages they write."""
    from app.sandbox import display, inspector  # noqa: PLC0415 - they load torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tensor = torch.ones(2, 2, device=device, requires_grad=True)
        result = ((tensor @ tensor).relu() * 2).sum()
        result.backward()
        tensor.detach().clone().add_(1)
        display.bundle(tensor.grad)
        display.bundle(result)
        display.bundle([{"name": "a", "value": 1}])
        inspector.variables({"tensor": tensor, "result": result})
        torch.manual_seed(0)
        torch.rand(2)
        _compile()


def walk_further() -> None:
    """The costlier first uses, a figure above all, for a child that waits while nothing else is to be done."""
    from app.sandbox import figures  # noqa: PLC0415 - as in walk

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figures.draw_small()


def _compile() -> None:
    source = "def f(x):\n    return x + 1\n\nf(1)\nassert f(1) == 2\n"
    namespace: dict[str, Any] = {}
    for node in ast.parse(source).body:
        ast.unparse(node)
        exec(compile(ast.Module([node], []), "warm", "exec"), namespace)  # noqa: S102 - our own five lines
    pickle.loads(pickle.dumps({"a": 1}))  # noqa: S301 - our own bytes
    inspect.getdoc(_compile)
