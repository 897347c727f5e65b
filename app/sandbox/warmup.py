"""What is made ready before a reader clicks: modules in the zygote, first uses in the zygote and in every child.

The zygote runs all of it with one thread: a parallel operation before a fork leaves the child with a thread pool that
does not exist there, and its first parallel operation would hang.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import io
import pickle
import random
import warnings
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
        _draw()
        torch.manual_seed(0)
        torch.rand(2)
        _compile()


def _draw() -> None:
    try:
        from matplotlib import pyplot  # noqa: PLC0415 - loaded by figures.install where it is there
    except ImportError:
        return
    figure, axes = pyplot.subplots(figsize=(1, 1))
    axes.plot([0, 1], label="a")
    axes.set_title("a")
    axes.legend()
    figure.canvas.draw()
    pyplot.close(figure)


def _compile() -> None:
    source = "def f(x):\n    return x + 1\n\nf(1)\nassert f(1) == 2\n"
    for node in ast.parse(source).body:
        ast.unparse(node)
        exec(compile(ast.Module([node], []), "warm", "exec"), {})  # noqa: S102 - our own five lines
    pickle.loads(pickle.dumps({"a": 1}))  # noqa: S301 - our own bytes
    inspect.getdoc(_compile)
