"""Processes: bombs, orphans, daemons; none of them outlives its run, and honest families work.

Every bomb here stops by itself at a few hundred processes, should the wall ever not hold.
"""

from __future__ import annotations

import asyncio

import pytest

from app.runs.local import LocalEngine
from tests.abuse.conftest import attack, of, reason
from tests.support import run

LIMIT = 48
SENTENCE = f"Started more than {LIMIT} processes and threads, the limit. Use fewer workers or a smaller pool."

# -- bombs ------------------------------------------------------------------------------------------------------

BOMBS = {
    "forks that sleep": "import os, time\nfor _ in range(200):\n    if os.fork() == 0: time.sleep(60)",
    "threads": (
        "import threading, time\n"
        "for _ in range(200): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
    ),
    "Popen": (
        "import subprocess, sys\n"
        "kept = []\n"
        "for _ in range(100):\n"
        "    kept.append(subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)']))\n"
    ),
    "spawn": (
        "import os, sys\n"
        "for _ in range(100):\n"
        "    os.posix_spawn(sys.executable, ['python', '-S', '-c', 'import time; time.sleep(60)'], os.environ)\n"
    ),
    "zombies": "import os\nfor _ in range(200):\n    if os.fork() == 0: os._exit(0)",
}


@pytest.mark.parametrize("code", BOMBS.values(), ids=BOMBS)
async def test_a_bomb_meets_the_limit_at_its_line(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n", timeout_s=10)
    assert (result.status, reason(result), result.message) == ("error", "processes", SENTENCE), result
    assert result.stdout == "kept\n"
    assert result.error is not None
    assert result.error["line"] > 1
    assert of(result, "done")[0]["limit"] == LIMIT


@pytest.mark.parametrize(
    "code",
    [
        "for _ in range(8): os.fork()\ntime.sleep(60)",
        "for _ in range(200):\n    if os.fork() == 0:\n        while True: pass",
        "for _ in range(200): threading.Thread(target=time.sleep, args=(60,)).start()",
    ],
    ids=["every process forks", "forks take the processors", "threads are waited for"],
)
async def test_a_bomb_that_leaves_no_time_to_say_so(any_engine: LocalEngine, code: str) -> None:
    code = f"import os, threading, time\nprint('kept')\n{code}\n"
    result = await attack(any_engine, code, timeout_s=3)
    assert (result.status, reason(result)) in {("error", "processes"), ("timeout", "timeout")}, result
    assert result.stdout == "kept\n"


async def test_a_pool_that_is_too_large_says_so(any_engine: LocalEngine) -> None:
    code = "import multiprocessing as mp\nprint('kept')\nmp.get_context('fork').Pool(200).map(abs, range(10))\n"
    result = await attack(any_engine, code, timeout_s=15)
    assert (result.status, result.stdout) == ("error", "kept\n"), result
    assert result.message == SENTENCE


FEW_HUNDRED = """
import os, signal, threading, time
start = os.getpid()
def fork():
    if (os.getpid() - start) % 32768 > 300:
        time.sleep(60)
    return os.fork()
print('kept')
"""
STUBBORN_BOMBS = {
    "in Python": "while True:\n    try: fork()\n    except OSError: pass\n",
    "each dies and is replaced": (
        "while True:\n    try:\n        if fork() and os.getpid() != start: os._exit(0)\n    except OSError: pass\n"
    ),
    "in sessions of their own": (
        "while True:\n    try:\n        if fork() == 0: os.setsid()\n    except OSError: pass\n"
    ),
    "with signals ignored": (
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(number, signal.SIG_IGN)\n"
        "while True:\n    try: fork()\n    except OSError: pass\n"
    ),
    "that stop each other": (
        "while True:\n    try:\n        if pid := fork(): os.kill(pid, signal.SIGSTOP)\n    except OSError: pass\n"
    ),
    "of threads": (
        "for _ in range(300):\n"
        "    try: threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "    except RuntimeError: pass\n"
        "time.sleep(60)\n"
    ),
    "of threads in processes": (
        "for _ in range(3): os.fork()\n"
        "for _ in range(60):\n"
        "    try: threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "    except RuntimeError: pass\n"
        "time.sleep(60)\n"
    ),
}


@pytest.mark.parametrize("code", STUBBORN_BOMBS.values(), ids=STUBBORN_BOMBS)
async def test_a_bomb_that_takes_no_for_an_answer_ends_with_its_time(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, FEW_HUNDRED + code, timeout_s=1)
    assert (result.status, result.stdout) == ("timeout", "kept\n"), result
    assert result.message.startswith("Stopped after 1 s")


async def test_the_limit_holds_for_all_processes_and_threads_together(any_engine: LocalEngine) -> None:
    code = (
        "import os, threading, time\n"
        "def fill():\n"
        "    made = 0\n"
        "    try:\n"
        "        for _ in range(100):\n"
        "            threading.Thread(target=time.sleep, args=(2,), daemon=True).start()\n"
        "            made += 1\n"
        "    except RuntimeError: pass\n"
        "    return made\n"
        "read, write = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    os.write(write, bytes([fill()]))\n"
        "    time.sleep(2)\n"
        "    os._exit(0)\n"
        "others = os.read(read, 1)[0]\n"
        "mine = fill()\n"
        "print(30 < others < 48, mine < 3, flush=True)\n"
        "os._exit(0)\n"
    )
    result = await attack(any_engine, code, timeout_s=6)
    assert result.stdout == "True True\n", result


async def test_one_runs_processes_are_not_counted_as_anothers(any_engine: LocalEngine) -> None:
    bomb = (
        "import os, time\n"
        "try:\n"
        "    for _ in range(200):\n"
        "        if os.fork() == 0: time.sleep(60)\n"
        "except OSError: print('full')\n"
        "time.sleep(1.2)\n"
    )
    honest = (
        "import os, time\n"
        "time.sleep(0.4)\n"
        "pids = []\n"
        "for _ in range(30):\n"
        "    pids.append(os.fork())\n"
        "    if pids[-1] == 0:\n"
        "        time.sleep(0.2)\n"
        "        os._exit(0)\n"
        "print(sum(os.waitpid(pid, 0)[1] == 0 for pid in pids))\n"
    )
    hostile, other = await asyncio.gather(
        attack(any_engine, bomb, timeout_s=6), run(any_engine, honest, client="third", timeout_s=20)
    )
    assert (hostile.status, hostile.stdout) == ("ok", "full\n")
    assert (other.status, other.stdout) == ("ok", "30\n"), other


# -- who outlives whom ------------------------------------------------------------------------------------------

LATER = "    open('later', 'w').write('x')\n    print('late')\n    while True: time.sleep(1)\n"
SURVIVORS = {
    "a child": f"if os.fork() == 0:\n    time.sleep(0.3)\n{LATER}",
    "a child that is busy": "if os.fork() == 0:\n    while True: pass\n",
    "a grandchild in a session of its own": (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n"
        f"    time.sleep(0.3)\n{LATER}"
        "else:\n"
        "    os.wait()\n"
    ),
    "a daemon without descriptors": (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n"
        "    os.closerange(0, 256)\n"
        "    time.sleep(60)\n"
    ),
    "a daemon that keeps standard output open": "if os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n",
    "a daemon that keeps writing": (
        "if os.fork() == 0:\n    os.setsid()\n    while True:\n        os.write(1, b'.')\n        time.sleep(0.01)\n"
    ),
    "another interpreter": (
        "subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'], start_new_session=True)\n"
    ),
    "one that ignores signals": (
        "if os.fork() == 0:\n"
        "    for number in range(1, 65):\n"
        "        try: signal.signal(number, signal.SIG_IGN)\n"
        "        except (OSError, ValueError): pass\n"
        "    time.sleep(60)\n"
    ),
    "one that is stopped": "if os.fork() == 0:\n    os.kill(os.getpid(), signal.SIGSTOP)\n",
    "a whole tree": (
        "for _ in range(4): os.fork()\n"
        "if os.getpid() != me:\n"
        "    if os.getpgrp() != os.getpid(): os.setsid()\n"
        "    time.sleep(60)\n"
    ),
    "a daemonic process": (
        "import multiprocessing as mp\n"
        "mp.get_context('fork').Process(target=time.sleep, args=(60,), daemon=True).start()\n"
    ),
    "a thread": "import threading\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
}


@pytest.mark.parametrize("code", SURVIVORS.values(), ids=SURVIVORS)
async def test_nothing_outlives_a_normal_end(any_engine: LocalEngine, code: str) -> None:
    head = "import os, signal, subprocess, sys, time\nme = os.getpid()\nprint('kept')\n"
    result = await attack(any_engine, f"{head}{code}print('end')\n", timeout_s=10)
    assert result.status == "ok", result
    assert result.stdout.replace(".", "") == "kept\nend\n"
    assert result.wall_ms < 5000, "the end of the program is not the end of whoever holds its output"


async def test_the_program_may_end_before_its_child(any_engine: LocalEngine) -> None:
    code = (
        "import os, time\n"
        "print('kept')\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        while True: time.sleep(1)\n"
        "    os._exit(0)\n"
        "os._exit(4)\n"
    )
    result = await attack(any_engine, code)
    assert (result.status, reason(result), result.stdout) == ("crashed", "exit:4", "kept\n")


async def test_children_are_ended_with_a_run_that_raises(engine: LocalEngine) -> None:
    result = await attack(engine, "import os, time\nif os.fork() == 0: time.sleep(60)\nprint('kept')\n1 / 0\n")
    assert (result.status, result.stdout) == ("error", "kept\n")


@pytest.mark.parametrize("target", ["-1", "0", "1", "os.getppid()", "os.getpgrp()", "-os.getpgrp()"])
async def test_signals_reach_nobody_else(any_engine: LocalEngine, target: str) -> None:
    """Whoever such a signal ends, it is the run itself at the most: neighbour and service go on."""
    code = (
        "import os, signal, time\n"
        "print('kept')\n"
        f"try: os.kill({target}, signal.SIGKILL)\n"
        "except OSError as error: print('no')\n"
        "time.sleep(0.1)\n"
    )
    result = await attack(any_engine, code)
    assert result.stdout in {"kept\n", "kept\nno\n"}
    assert (result.status, reason(result)) in {("ok", ""), ("crashed", "signal:SIGKILL")}, result


# -- honest families --------------------------------------------------------------------------------------------

DATA = (
    "import torch\n"
    "from torch.utils.data import DataLoader, TensorDataset\n"
    "data = TensorDataset(torch.arange(64.).reshape(64, 1))\n"
)
HONEST = {
    "DataLoader": (
        f"{DATA}print(sum(b.sum().item() for (b,) in DataLoader(data, batch_size=4, num_workers=2, shuffle=True)))\n"
    ),
    "DataLoader with persistent workers": (
        f"{DATA}loader = DataLoader(data, batch_size=4, num_workers=2, persistent_workers=True, prefetch_factor=4)\n"
        "print(sum(b.sum().item() for _ in range(2) for (b,) in loader) / 2)\n"
    ),
    "a DataLoader that is left half read": (
        f"{DATA}for (batch,) in DataLoader(data, batch_size=32, num_workers=2): break\n"
        "print(batch.sum().item() + 1520)\n"
    ),
    "a pool of processes": (
        "import concurrent.futures as cf, multiprocessing as mp\n"
        "with cf.ProcessPoolExecutor(4, mp.get_context('fork')) as pool:\n"
        "    print(float(sum(pool.map(int, map(str, range(64))))))\n"
    ),
    "a pool of threads": (
        "import concurrent.futures as cf\n"
        "with cf.ThreadPoolExecutor(16) as pool:\n"
        "    print(float(sum(pool.map(int, range(64)))))\n"
    ),
    "a subprocess": (
        "import subprocess, sys\n"
        "code = 'print(float(sum(range(64))))'\n"
        "print(subprocess.run([sys.executable, '-c', code], capture_output=True, text=True).stdout, end='')\n"
    ),
    "as many as are allowed": (
        "import os, time\n"
        "pids = []\n"
        "for i in range(40):\n"
        "    pids.append(os.fork())\n"
        "    if pids[-1] == 0:\n"
        "        time.sleep(0.2)\n"
        "        os._exit(0)\n"
        "for pid in pids: os.waitpid(pid, 0)\n"
        "print(2016.0)\n"
    ),
}


@pytest.mark.parametrize("code", HONEST.values(), ids=HONEST)
async def test_honest_families_work(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, code, timeout_s=25)
    assert (result.status, result.stdout) == ("ok", "2016.0\n"), (result, result.stderr)
