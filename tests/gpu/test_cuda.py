"""What a GPU adds: the same snippet on both devices, and a broken context that breaks only its own run."""

from __future__ import annotations

from typing import Any

import pytest

from app.notes.library import Library
from app.proofs import check as proofs
from app.runs.local import LocalEngine
from app.runs.models import RunResult
from app.settings import Settings
from tests.support import run

pytestmark = pytest.mark.gpu


def value(result: RunResult) -> Any:
    return next(event["data"]["text/plain"] for event in result.events if event["kind"] == "value")


async def test_the_device_is_named(gpu_engine: LocalEngine) -> None:
    names = {item["device"]: item["name"] for item in gpu_engine.describe()["devices"]}
    assert names["cuda"]
    assert names["cuda"] != "CPU"


async def test_factories_make_tensors_on_the_chosen_device(gpu_engine: LocalEngine) -> None:
    code = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\nstr(x.grad.device)\n"
    on_gpu = await run(gpu_engine, code, device="cuda")
    on_cpu = await run(gpu_engine, code, device="cpu")
    assert (value(on_gpu), value(on_cpu)) == ("'cuda:0'", "'cpu'")
    assert on_gpu.device == "cuda"
    assert {row["name"]: row["device"] for row in on_gpu.variables}["x"] == "cuda:0"


async def test_a_device_side_assert_breaks_only_its_own_run(gpu_engine: LocalEngine) -> None:
    broken = await run(
        gpu_engine,
        "import torch\n"
        "x = torch.arange(3, device='cuda')\n"
        "x[torch.tensor([7], device='cuda')]\n"
        "torch.cuda.synchronize()\n",
        device="cuda",
    )
    assert broken.status == "error"
    assert broken.error is not None
    assert "device-side assert" in broken.error["message"]
    healthy = await run(gpu_engine, "import torch\ntorch.arange(3, device='cuda').sum().item()\n", device="cuda")
    assert value(healthy) == "3"


async def test_the_child_is_warm(gpu_engine: LocalEngine) -> None:
    code = (
        "import torch, time\n"
        "begin = time.perf_counter()\n"
        "torch.ones(1, device='cuda').item()\n"
        "time.perf_counter() - begin < 0.5\n"
    )
    assert value(await run(gpu_engine, code, device="cuda")) == "True"


async def test_the_wall_holds_on_the_gpu_too(gpu_engine: LocalEngine) -> None:
    result = await run(gpu_engine, "import socket\nsocket.socket()\n", device="cuda")
    assert result.error is not None
    assert result.error["type"] == "PermissionError"


async def test_every_snippet_meant_for_a_gpu_keeps_its_promise(gpu_engine: LocalEngine) -> None:
    library = Library.load(Settings().snippets_dir)
    failed = {}
    for snippet in library.snippets():
        if snippet.device != "cuda":
            continue
        reasons = proofs.judge(snippet, await proofs.run_snippet(gpu_engine, snippet, "cuda"))
        if reasons:
            failed[snippet.key] = reasons
    assert failed == {}
