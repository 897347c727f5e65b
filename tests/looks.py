"""What looking inside must get right, for every kind of test: programs that make a second name, and what it sees."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from app.sandbox.steps import Recorder

BASE = "import torch\nx = torch.arange(6.0)\n"

IN_ORDER = ["0.", "1.", "2.", "3.", "4.", "5."]
TURNED = ["0.", "3.", "1.", "4.", "2.", "5."]


@dataclass(frozen=True, slots=True)
class Second:
    """A way to get ``y`` from ``x = torch.arange(6.0)``."""

    name: str
    make: str
    shares: bool
    shape: list[int]
    stride: list[int]
    offset: int
    values: list[str]
    write: str = "y.add_(1)"
    """Changes it in place."""
    counts: bool = True
    """Whether it has the version counter of ``x``."""


SECONDS = [
    Second("view", "y = x.view(2, 3)", True, [2, 3], [3, 1], 0, IN_ORDER),
    Second("reshape", "y = x.reshape(3, 2)", True, [3, 2], [2, 1], 0, IN_ORDER),
    Second("transpose", "y = x.view(2, 3).transpose(0, 1)", True, [3, 2], [1, 3], 0, TURNED),
    Second("expand", "y = x[1:2].expand(3)", True, [3], [0], 1, ["1.", "1.", "1."], "y[0].add_(1)"),
    Second("slice", "y = x[1::2]", True, [3], [2], 1, ["1.", "3.", "5."]),
    Second("detach", "y = x.detach()", True, [6], [1], 0, IN_ORDER),
    Second("data", "y = x.data", True, [6], [1], 0, IN_ORDER, counts=False),
    Second("numpy", "y = x.numpy()", True, [6], [1], 0, IN_ORDER, "y += 1", counts=False),
    Second("clone", "y = x.clone()", False, [6], [1], 0, IN_ORDER),
    Second("reshape that copies", "y = x.view(2, 3).t().reshape(6)", False, [6], [1], 0, TURNED),
]
"""Every way that the project promises to draw right."""


def executed(code: str) -> tuple[dict[str, Any], Recorder]:
    """The namespace that *code* leaves, and a recorder that has looked after each of its statements."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    recorder = Recorder(namespace)
    for statement in ast.parse(code).body:
        exec(compile(ast.Module([statement], []), "main.py", "exec"), namespace)  # noqa: S102 - as the executor does
        recorder.step(statement, ast.unparse(statement))
    return namespace, recorder
