"""Memory: the whole family's, whatever kind it is; honest runs near the limit are left alone."""

from __future__ import annotations

import asyncio

import pytest

from app.runs.local import LocalEngine
from app.settings import MIB
from tests.abuse.conftest import attack, of, reason
from tests.support import run

LIMIT = 384 * MIB
OVERSHOOT = 256 * MIB
"""How far a hog may get before it is seen and killed."""
SENTENCE = "Needed more than 384 MiB of memory, the limit."

HOGS = {
    "one huge tensor": "import torch\nx = torch.ones(3 * 2**28)",
    "one tensor that is filled": "import torch\nx = torch.ones(3 * 2**27)\nwhile True: x.fill_(2)",
    "one huge list": "x = [0] * (3 * 2**28)",
    "one huge text": "x = 'x' * (3 * 2**30)",
    "bytes that double": "x = b'x' * 2**20\nwhile len(x) < 2**32: x += x",
    "many small tensors": ("import torch\nkept = []\nfor _ in range(3_000_000): kept.append(torch.ones(256))"),
    "many small objects": "kept = []\nfor i in range(10**8): kept.append({i: str(i)})",
    "pieces of a megabyte": (
        "import torch, time\nkept = []\nfor _ in range(3000):\n    kept.append(torch.ones(2**18))\n"
    ),
    "slowly": (
        "import time\nkept = []\nfor _ in range(300):\n    kept.append(b'x' * (10 * 2**20))\n    time.sleep(0.01)"
    ),
    "a graph that grows": (
        "import torch\nx = torch.ones(2**20, requires_grad=True)\ny = x\nfor _ in range(1000): y = (y * 1.5).sin()\n"
    ),
    "a batch that is too large": (
        "import torch\n"
        "net = torch.nn.Sequential(*[torch.nn.Conv2d(3, 3, 3, padding=1) for _ in range(40)])\n"
        "net(torch.ones(64, 3, 256, 256)).sum().backward()\n"
    ),
    "anonymous map": (
        "import mmap\n"
        "m = mmap.mmap(-1, 3 * 2**30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "for i in range(0, 3 * 2**30, 2**20): m[i:i + 2**20] = b'x' * 2**20\n"
    ),
    "shared anonymous map": (
        "import mmap\n"
        "m = mmap.mmap(-1, 3 * 2**30)\n"
        "for i in range(0, 3 * 2**30, 2**20): m[i:i + 2**20] = b'x' * 2**20\n"
    ),
    "a thread": (
        "import threading\n"
        "kept = []\n"
        "def eat():\n"
        "    for _ in range(100): kept.append(b'x' * (20 * 2**20))\n"
        "threads = [threading.Thread(target=eat) for _ in range(4)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
    ),
    "a memory error that is caught": (
        "import torch\n"
        "kept = []\n"
        "for _ in range(10_000):\n"
        "    try: kept.append(torch.ones(2**24))\n"
        "    except (MemoryError, RuntimeError): pass\n"
    ),
}

FAMILY_HOGS = {
    "children, each below the limit": (
        "import os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        x = b'x' * (150 * 2**20)\n"
        "        time.sleep(30)\n"
        "time.sleep(30)\n"
    ),
    "grandchildren in sessions of their own": (
        "import os, time\n"
        "for _ in range(6):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork(): os._exit(0)\n"
        "        x = b'x' * (150 * 2**20)\n"
        "        time.sleep(30)\n"
        "time.sleep(30)\n"
    ),
    "what a fork shared and the child rewrote": (
        "import os, time, torch\n"
        "torch.set_num_threads(1)\n"
        "x = torch.ones(40 * 2**18)\n"
        "for _ in range(14):\n"
        "    if os.fork() == 0:\n"
        "        x += 1\n"
        "        time.sleep(30)\n"
        "time.sleep(30)\n"
    ),
    "new interpreters": (
        "import subprocess, sys, time\n"
        "for _ in range(8):\n"
        "    subprocess.Popen([sys.executable, '-c', 'x = b\"x\" * (120 * 2**20); import time; time.sleep(30)'])\n"
        "time.sleep(30)\n"
    ),
    "shared maps": (
        "import mmap, os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        m = mmap.mmap(-1, 150 * 2**20)\n"
        "        m.write(b'x' * (150 * 2**20))\n"
        "        time.sleep(30)\n"
        "time.sleep(30)\n"
    ),
}

ABSURD = {
    "torch.empty": "import torch\ntorch.empty(10**12)",
    "torch.zeros": "import torch\ntorch.zeros(10**13)",
    "numpy": "import numpy\nnumpy.ones(10**12)",
    "bytearray": "bytearray(10**13)",
    "range into list": "list(range(10**14))",
    "text": "'x' * 10**14",
    "map": "import mmap\nmmap.mmap(-1, 10**14, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
}


@pytest.mark.parametrize("code", HOGS.values(), ids=HOGS)
async def test_a_hog_is_stopped_near_the_limit(engine: LocalEngine, code: str) -> None:
    result = await attack(engine, f"print('kept')\n{code}\nprint('never')\n", timeout_s=20)
    assert (result.status, reason(result)) == ("memory", "memory"), result
    assert result.stdout == "kept\n"
    assert result.message.startswith(SENTENCE)
    assert result.peak_memory_bytes < LIMIT + OVERSHOOT


@pytest.mark.parametrize("code", FAMILY_HOGS.values(), ids=FAMILY_HOGS)
async def test_a_family_is_charged_together(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n", timeout_s=20)
    assert (result.status, reason(result), result.stdout) == ("memory", "memory", "kept\n"), result
    assert result.message.startswith(SENTENCE)
    assert LIMIT < result.peak_memory_bytes < LIMIT + OVERSHOOT


@pytest.mark.parametrize("code", ABSURD.values(), ids=ABSURD)
async def test_an_absurd_size_is_an_error_at_its_line(engine: LocalEngine, code: str) -> None:
    result = await attack(engine, f"print('kept')\n{code}\n", timeout_s=10)
    assert (result.status, reason(result), result.stdout) == ("memory", "memory", "kept\n"), result
    assert result.error is not None
    assert result.error["line"] == 1 + len(code.splitlines())
    assert result.message.startswith(SENTENCE)
    assert result.peak_memory_bytes < 64 * MIB


async def test_a_memory_error_that_is_handled_is_no_ending(engine: LocalEngine) -> None:
    code = (
        "import torch\n"
        "try:\n"
        "    torch.empty(10**12)\n"
        "except RuntimeError as error:\n"
        "    print('allocate' in str(error))\n"
        "try:\n"
        "    bytearray(10**13)\n"
        "except MemoryError:\n"
        "    print('went on')\n"
    )
    result = await attack(engine, code)
    assert (result.status, result.stdout) == ("ok", "True\nwent on\n")


async def test_a_reservation_costs_what_is_touched(engine: LocalEngine) -> None:
    code = "import torch\nx = torch.empty(2**28)\nx[:1000] = 1\nprint(x[:1000].sum().item())\n"
    result = await attack(engine, code)
    assert (result.status, result.stdout) == ("ok", "1000.0\n")
    touched = await attack(
        engine, "import torch\nx = torch.empty(2**28)\nprint('kept')\nwhile True: x.fill_(1)\n", timeout_s=10
    )
    assert (touched.status, touched.stdout) == ("memory", "kept\n")


# -- files as memory -------------------------------------------------------------------------------------------

FILES_AS_MEMORY = {
    "tensors in shared memory": (
        "import torch\nkept = []\nfor _ in range(1000): kept.append(torch.ones(2**20).share_memory_())"
    ),
    "files in /dev/shm": ("for i in range(1000): open(f'/dev/shm/{i}', 'wb').write(b'x' * (4 * 2**20))"),
    "files without a name": (
        "import os\n"
        "kept = []\n"
        "for i in range(200):\n"
        "    kept.append(open(f'/dev/shm/{i}', 'wb'))\n"
        "    os.unlink(f'/dev/shm/{i}')\n"
        "    kept[-1].write(b'x' * (4 * 2**20))\n"
        "import time; time.sleep(30)\n"
    ),
    "unnamed from the start": (
        "import os\n"
        "for i in range(200):\n"
        "    file = os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR)\n"
        "    os.write(file, b'x' * (4 * 2**20))\n"
        "import time; time.sleep(30)\n"
    ),
    "in processes": (
        "import os, time\n"
        "for i in range(10):\n"
        "    if os.fork() == 0:\n"
        "        for j in range(10): open(f'/dev/shm/{i}-{j}', 'wb').write(b'x' * (4 * 2**20))\n"
        "        time.sleep(30)\n"
        "time.sleep(30)\n"
    ),
}


@pytest.mark.parametrize("code", FILES_AS_MEMORY.values(), ids=FILES_AS_MEMORY)
async def test_memory_with_the_name_of_a_file_is_bounded(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n", timeout_s=8)
    assert result.status in {"memory", "disk", "error"}, result
    assert result.stdout == "kept\n"
    assert result.status != "error" or "shared memory" in str(result.error)
    assert result.message


async def test_a_sparse_file_that_is_mapped_costs_what_is_touched(any_engine: LocalEngine) -> None:
    code = (
        "import mmap, os\n"
        "file = os.open('sparse', os.O_RDWR | os.O_CREAT)\n"
        "os.ftruncate(file, 15 * 2**20)\n"
        "maps = [mmap.mmap(file, 15 * 2**20) for _ in range(100)]\n"
        "for m in maps: m[0] = 1\n"
        "print(sum(m[0] for m in maps))\n"
    )
    result = await attack(any_engine, code)
    assert (result.status, result.stdout) == ("ok", "100\n"), result
    whole = code + "for m in maps: m.write(b'x' * (15 * 2**20))\nprint(len(maps))\n"
    mapped = await attack(any_engine, whole, timeout_s=8)
    assert mapped.status in {"ok", "disk"}, "the same pages, a hundred times, are the same pages"


async def test_a_tiny_file_that_declares_an_enormous_tensor(any_engine: LocalEngine) -> None:
    code = (
        "import io, torch, zipfile\n"
        "buffer = io.BytesIO()\n"
        "torch.save(torch.ones(77777), buffer)\n"
        "source, target = zipfile.ZipFile(buffer), io.BytesIO()\n"
        "with zipfile.ZipFile(target, 'w') as made:\n"
        "    for name in source.namelist():\n"
        "        data = source.read(name)\n"
        "        if name.endswith('data.pkl'):\n"
        "            small, enormous = (77777).to_bytes(4, 'little'), (10**12).to_bytes(6, 'little')\n"
        "            data = data.replace(b'J' + small, b'\\x8a\\x06' + enormous)\n"
        "        if name.endswith('data/0'):\n"
        "            data = data[:4]\n"
        "        made.writestr(name, data)\n"
        "print(len(target.getvalue()) < 2000)\n"
        "target.seek(0)\n"
        "torch.load(target)\n"
    )
    result = await attack(any_engine, code, timeout_s=10)
    assert result.stdout == "True\n"
    assert result.status in {"error", "memory"}, result
    assert result.error is not None
    assert result.error["line"] == 16
    assert result.peak_memory_bytes < 64 * MIB


async def test_a_tiny_file_whose_tensor_repeats_itself(engine: LocalEngine) -> None:
    code = (
        "import io, torch\n"
        "buffer = io.BytesIO()\n"
        "torch.save(torch.ones(1).expand(10**9), buffer)\n"
        "print(len(buffer.getvalue()) < 3000)\n"
        "buffer.seek(0)\n"
        "x = torch.load(buffer)\n"
        "x.clone()\n"
    )
    result = await attack(engine, code, timeout_s=10)
    assert (result.status, result.stdout) == ("memory", "True\n"), result


# -- honest runs near the limit --------------------------------------------------------------------------------

HONEST = {
    "one process": "import torch\nx = torch.ones(300 * 2**18)\nprint(x.sum().item())",
    "up and down": ("import torch\nfor _ in range(20): x = torch.ones(150 * 2**18)\nprint(x.sum().item() * 2)\n"),
    "a fork that shares": (
        "import os, time, torch\n"
        "torch.set_num_threads(1)\n"
        "x = torch.ones(200 * 2**18)\n"
        "pids = []\n"
        "for _ in range(6):\n"
        "    pids.append(os.fork())\n"
        "    if pids[-1] == 0:\n"
        "        assert x.sum().item() == 200 * 2**18\n"
        "        time.sleep(0.3)\n"
        "        os._exit(0)\n"
        "assert all(os.waitpid(pid, 0)[1] == 0 for pid in pids)\n"
        "print(300 * 2.0**18)\n"
    ),
    "workers over one dataset": (
        "import torch\n"
        "from torch.utils.data import DataLoader, TensorDataset\n"
        "data = TensorDataset(torch.ones(300, 2**18 // 2))\n"
        "total = 0.0\n"
        "for _ in range(2):\n"
        "    for (batch,) in DataLoader(data, batch_size=10, num_workers=3):\n"
        "        total += batch.sum().item()\n"
        "print(total)\n"
    ),
    "a tensor in shared memory seen by many": (
        "import torch, torch.multiprocessing as mp, time\n"
        "torch.set_num_threads(1)\n"
        "def check(x, q):\n"
        "    q.put(x.sum().item())\n"
        "    time.sleep(0.2)\n"
        "x = torch.ones(12 * 2**18).share_memory_()\n"
        "kept = torch.ones(180 * 2**18)\n"
        "q = mp.get_context('fork').Queue()\n"
        "workers = [mp.get_context('fork').Process(target=check, args=(x, q)) for _ in range(5)]\n"
        "for w in workers: w.start()\n"
        "total = sum(q.get() for _ in workers)\n"
        "for w in workers: w.join()\n"
        "print(total * 5)\n"
    ),
}


@pytest.mark.parametrize("code", HONEST.values(), ids=HONEST)
async def test_an_honest_run_below_the_limit_is_left_alone(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, code, timeout_s=25)
    assert (result.status, result.stdout) == ("ok", f"{300 * 2.0**18}\n"), result


async def test_two_runs_are_charged_separately(any_engine: LocalEngine) -> None:
    code = "import time, torch\nx = torch.ones(250 * 2**18)\ntime.sleep(0.5)\nprint(x.sum().item())\n"
    first, second = await asyncio.gather(
        run(any_engine, code, client="one", timeout_s=20), run(any_engine, code, client="two", timeout_s=20)
    )
    assert [first.status, second.status] == ["ok", "ok"]
    for result in (first, second):
        assert 240 * MIB < result.peak_memory_bytes < 330 * MIB


async def test_the_peak_of_a_family_is_the_familys(engine: LocalEngine) -> None:
    code = (
        "import os, time\n"
        "pids = []\n"
        "for _ in range(3):\n"
        "    pids.append(os.fork())\n"
        "    if pids[-1] == 0:\n"
        "        x = b'x' * (90 * 2**20)\n"
        "        time.sleep(0.8)\n"
        "        os._exit(0)\n"
        "for pid in pids: os.waitpid(pid, 0)\n"
    )
    result = await attack(engine, code, timeout_s=10)
    assert result.status == "ok", result
    assert 200 * MIB < result.peak_memory_bytes < 384 * MIB


async def test_a_memory_error_keeps_its_traceback(engine: LocalEngine) -> None:
    result = await attack(engine, "def big():\n    return bytearray(10**14)\n\nprint('kept')\nbig()\n")
    assert (result.status, result.stdout) == ("memory", "kept\n")
    assert result.error is not None
    assert [frame["line"] for frame in result.error["frames"]] == [5, 2]
    assert of(result, "done")[0]["limit"] == LIMIT
