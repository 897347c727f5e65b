"""Hostile programs that are looked into: nothing of theirs runs for it, and what comes out is bounded."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from app.runs.local import LocalEngine
from app.runs.looks_intake import MAX_WEIGHT
from app.runs.models import RunResult
from app.sandbox.protocol import Look
from tests.abuse.conftest import attack, of

ALL: Final[tuple[Look, ...]] = ("storages", "steps", "graphs")

TRAPS = """
import torch
import numpy

def fall(*args, **kwargs):
    import os
    os.write(2, b"the reader's code ran")
    raise SystemExit('the reader ended it')

armed = []

class Trap(type(torch.Tensor)):
    def __getattribute__(cls, name):
        if armed: fall()
        return super().__getattribute__(name)

class Metaclass(torch.Tensor, metaclass=Trap):
    pass

class Everything(torch.Tensor):
    __torch_function__ = classmethod(fall)
    __eq__ = __hash__ = __len__ = __iter__ = __repr__ = __getitem__ = __bool__ = fall
    def __getattribute__(self, name):
        if armed: fall()
        return super().__getattribute__(name)

class Wrapped(torch.Tensor):
    @staticmethod
    def __new__(cls):
        return torch.Tensor._make_wrapper_subclass(cls, (3,))
    @classmethod
    def __torch_dispatch__(cls, *args, **kwargs):
        fall()

class Array(numpy.ndarray):
    def __array_finalize__(self, other):
        if armed: fall()
    def __getattribute__(self, name):
        if armed: fall()
        return super().__getattribute__(name)

class Dictionary(dict):
    items = values = keys = __iter__ = __len__ = __getitem__ = fall

class Module(torch.nn.Module):
    def __getattr__(self, name):
        if armed: fall()
        return super().__getattr__(name)

class Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.name = ctx.variable = fall
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        fall()

metaclass = torch.Tensor._make_subclass(Metaclass, torch.ones(3))
everything = torch.Tensor._make_subclass(Everything, torch.ones(3))
wrapped = Wrapped()
array = numpy.ones(3).view(Array)
dictionary = Dictionary()
module = Module()
module.weight = torch.nn.Parameter(torch.ones(2))
leaf = torch.ones(3, requires_grad=True)
result = Function.apply(leaf)
with torch.autograd.graph.saved_tensors_hooks(lambda x: (x,), fall):
    hooked = leaf.exp()
armed.append(1)
n = 1
m = 2
"""


def told(result: RunResult) -> dict[str, dict[str, Any]]:
    """The looks of a run, none larger than it may be."""
    found: dict[str, dict[str, Any]] = {}
    for kind in ALL:
        (found[kind],) = of(result, kind)
        assert len(json.dumps(found[kind])) < 2 * MAX_WEIGHT
    return found


async def test_no_class_mode_or_hook_of_the_programs_is_called(engine: LocalEngine) -> None:
    result = await attack(engine, TRAPS, looks=ALL, timeout_s=20)
    looks = told(result)
    names = {view["name"] for storage in looks["storages"]["storages"] for view in storage["views"]}
    assert {"metaclass", "everything", "module.weight", "leaf", "result", "hooked"} <= names
    assert {item["name"] for item in looks["storages"]["opaque"]} == {"wrapped"}
    assert [step["source"].strip() for step in looks["steps"]["steps"]][-2:] == ["n = 1", "m = 2"]
    assert result.stderr == ""


@pytest.mark.parametrize(
    "code",
    [
        "import torch\nfor n in range(60_000):\n    globals()[f't{n}'] = torch.ones(1)\na = 1\nb = 2\n",
        (
            "import torch\nx = torch.ones(1, requires_grad=True)\nfor n in range(200_000):\n    x = x * 1.0\n"
            "y = torch.stack([x] * 2000).sum()\n"
        ),
        "import torch\nx = torch.ones(1).expand(10**15)\ny = x.as_strided((2**20,) * 2, (0, 0))\n",
        "import torch\nglobals()['n' * 10**6] = torch.ones(1)\nglobals()['\\ud800<b>'] = torch.ones(1)\n",
        "import torch\nxs = [torch.ones(64) for _ in range(100_000)]\nd = {i: xs[i] for i in range(100_000)}\n",
        "import torch\nm = torch.nn.Sequential(*[torch.nn.Linear(1, 1) for _ in range(2000)])\nm.me = [m]\n",
        "import torch, ctypes, weakref, gc\nctypes.string_at = weakref.ref = gc.disable = None\nx = torch.ones(2)\n",
        (
            "import torch\nfor name in dir(torch.Tensor):\n    try: setattr(torch.Tensor, name, None)\n"
            "    except Exception: pass\na = 1\n"
        ),
        "import sys, torch\nx = torch.ones(2)\nsys.setrecursionlimit(60)\ny = x.view(2)\n",
        "import torch\nx = torch.ones(1000)\nx.untyped_storage().resize_(0)\ny = x.detach()\n",
        (
            "import torch, threading\nx = torch.ones(50)\ndef turn():\n    while True: x.resize_(1 + x.numel() % 64)\n"
            "threading.Thread(target=turn, daemon=True).start()\n" + "n = 1\n" * 30
        ),
        "import sys\ndel sys.modules['torch'], sys.modules['numpy']\nsys.modules['app.sandbox.steps'] = None\na = 1\n",
        "x = [" + "1, " * 20_000 + "]\n" + "y = 1\n" * 2000,
    ],
    ids=[
        "names", "graph", "strides", "long names", "lists", "modules", "our imports", "torch", "recursion", "resized",
        "thread", "modules gone", "statements",
    ],
)  # fmt: skip
async def test_a_hostile_program_is_looked_into_within_its_limits(engine: LocalEngine, code: str) -> None:
    result = await attack(engine, code, looks=ALL, timeout_s=25)
    assert result.status in {"ok", "error", "timeout", "crashed"}
    if result.status == "ok":
        told(result)


async def test_forged_looks_spoil_their_own_run_only(engine: LocalEngine) -> None:
    code = (
        "import json, os, struct\n"
        "def send(payload):\n"
        "    body = json.dumps(payload).encode()\n"
        "    os.write(240, struct.pack('>I', len(body)) + body)\n"
        "graph = {'of': '<script>', 'shape': [], 'nodes': [], 'edges': [[0, 1, 2]], 'cut': 0}\n"
        "send({'kind': 'graphs', 'graphs': [graph], 'left_out': 0})\n"
        "send({'kind': 'steps', 'steps': 'none', 'stopped': [], 'left_out': -1})\n"
        "send({'kind': 'storages', 'storages': [], 'opaque': [], 'left_out': 2**63})\n"
    )
    result = await attack(engine, code, looks=ALL)
    assert result.status == "ok"
    looks = told(result)
    assert looks["graphs"]["graphs"] == []
    assert len(looks["steps"]["steps"]) == 6
    unasked = await attack(engine, code)
    assert [event["kind"] for event in unasked.events if event["kind"] in ALL] == []
