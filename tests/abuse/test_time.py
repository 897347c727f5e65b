"""Time and CPU: whatever a run does with its time, it ends at its limit, and what it had said is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.runs.local import LocalEngine
from tests.abuse.conftest import attack, hostile_settings, of, reason
from tests.support import running

LIMIT_S = 0.5
SENTENCE = f"Stopped after {LIMIT_S} s, the time limit."

ENDLESS = {
    "in Python": "while True: pass",
    "in one call of C": "import itertools\nsum(itertools.repeat(0))",
    "in a regular expression": "import re\nre.match(r'(a|a)*$', 'a' * 64 + 'b')",
    "in one huge number": "len(str(7 ** (10 ** 8)))",
    "in torch": "import torch\nx = torch.ones(1500, 1500)\nwhile True: x = x @ x * 0",
    "in every thread": (
        "import threading\n"
        "def spin():\n"
        "    while True: pass\n"
        "for _ in range(8): threading.Thread(target=spin).start()\n"
        "spin()"
    ),
    "while compiling": "source = 'x = 1\\n' * 100_000\nwhile True: compile(source, 'm', 'exec')",
    "in an exit hook": "import atexit\n@atexit.register\ndef forever():\n    while True: pass",
    "in a thread that outlives the program": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()"
    ),
}

IDLE = {
    "sleep": "import time\ntime.sleep(1000)",
    "deadlock": "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
    "empty pipe": "import os\nread, write = os.pipe()\nos.read(read, 1)",
    "asyncio": "import asyncio\nasyncio.run(asyncio.sleep(1000))",
    "queue": "import queue\nqueue.Queue().get()",
    "select on nothing": "import select\nselect.select([], [], [])",
    "fifo": "import os\nos.mkfifo('f')\nopen('f')",
    "file lock": (
        "import fcntl, os\n"
        "file = open('f', 'w')\n"
        "fcntl.flock(file, fcntl.LOCK_EX)\n"
        "fcntl.flock(open('f', 'w'), fcntl.LOCK_EX)"
    ),
    "stopped by itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "waiting for a child": ("import os, time\npid = os.fork()\nif pid == 0:\n    time.sleep(1000)\nos.waitpid(pid, 0)"),
    "waiting for a signal": "import signal\nsignal.pause()",
}

STUBBORN = {
    "ignores signals": (
        "import signal\n"
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "while True: pass"
    ),
    "blocks signals": ("import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass"),
    "handles signals": (
        "import signal, time\n"
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(number, lambda *_: print('still here'))\n"
        "while True: time.sleep(1)"
    ),
    "swallows exceptions": (
        "import time\n"
        "def go():\n"
        "    try:\n"
        "        while True: time.sleep(1)\n"
        "    except BaseException:\n"
        "        go()\n"
        "    finally:\n"
        "        go()\n"
        "go()"
    ),
    "in a session of its own": "import os\nif os.fork() == 0: os.setsid()\nwhile True: pass",
    "many who watch over each other": (
        "import os, signal, time\n"
        "for _ in range(6):\n"
        "    if os.fork() == 0: break\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "while True:\n"
        "    for pid in range(1, 400):\n"
        "        try: os.kill(pid, 0)\n"
        "        except OSError: pass"
    ),
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
async def test_an_endless_loop_ends_at_the_limit(engine: LocalEngine, code: str) -> None:
    result = await attack(engine, f"print('kept')\n{code}\n", timeout_s=LIMIT_S)
    assert (result.status, reason(result)) == ("timeout", "timeout")
    assert result.stdout == "kept\n"
    assert result.message.startswith(SENTENCE)
    assert 1000 * LIMIT_S <= result.wall_ms < 1000 * LIMIT_S + 1500


@pytest.mark.parametrize("code", IDLE.values(), ids=IDLE)
async def test_doing_nothing_ends_at_the_limit_too(engine: LocalEngine, code: str) -> None:
    result = await attack(engine, f"print('kept')\n{code}\n", timeout_s=LIMIT_S)
    assert (result.status, result.stdout) == ("timeout", "kept\n")
    assert result.message.startswith(SENTENCE)
    assert result.cpu_ms < 500


@pytest.mark.parametrize("code", STUBBORN.values(), ids=STUBBORN)
async def test_who_will_not_be_told_is_killed(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n", timeout_s=LIMIT_S)
    assert result.status == "timeout"
    assert result.stdout.startswith("kept\n")
    assert "still here" not in result.stdout, "it is not asked, it is killed"
    assert result.message.startswith(SENTENCE)


async def test_the_line_that_was_reached_is_named(engine: LocalEngine) -> None:
    result = await attack(engine, "x = 1\nprint(x)\nfor _ in [0]:\n    while True:\n        pass\n", timeout_s=LIMIT_S)
    assert of(result, "done")[0]["line"] == 3


# -- the family ------------------------------------------------------------------------------------------------


async def test_a_relay_of_processes_is_one_run(any_engine: LocalEngine) -> None:
    """Each process lives for a moment and starts the next one: no single one ever reaches a limit."""
    relay = (
        "import os, time\n"
        "print('kept')\n"
        "if os.fork() == 0:\n"
        "    for _ in range(400):\n"
        "        end = time.monotonic() + 0.02\n"
        "        while time.monotonic() < end: pass\n"
        "        if os.fork(): os._exit(0)\n"
        "    os._exit(0)\n"
        "time.sleep(100)\n"
    )
    result = await attack(any_engine, relay, timeout_s=LIMIT_S)
    assert (result.status, result.stdout) == ("timeout", "kept\n")


@pytest.fixture(scope="module")
async def short_of_cpu() -> AsyncIterator[LocalEngine]:
    async with running(hostile_settings(lane=1, cpu_s=1)) as started:
        yield started


BUSY = {
    "one process": "while True: pass",
    "one that ignores the warning": "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
    "one that handles the warning": "import signal\nsignal.signal(signal.SIGXCPU, print)\nwhile True: pass",
    "threads": "import torch\nx = torch.ones(1000, 1000)\nwhile True: x = x @ x * 0",
    "a family": "import os\nfor _ in range(3): os.fork()\nwhile True: pass",
    "children that end": (
        "import os, time\n"
        "while True:\n"
        "    if (pid := os.fork()) == 0:\n"
        "        end = time.monotonic() + 0.15\n"
        "        while time.monotonic() < end: pass\n"
        "        os._exit(0)\n"
        "    os.waitpid(pid, 0)\n"
    ),
}


@pytest.mark.parametrize("code", BUSY.values(), ids=BUSY)
async def test_processor_time_is_that_of_the_family(short_of_cpu: LocalEngine, code: str) -> None:
    result = await attack(short_of_cpu, f"print('kept')\n{code}\n", timeout_s=20)
    assert (result.status, reason(result)) == ("timeout", "cpu"), result
    assert result.stdout.startswith("kept\n")
    assert result.message == "Stopped after 1 s of processor time, the limit for all its processes. Do less work."
    assert 800 < result.cpu_ms < 2500


# -- limits ----------------------------------------------------------------------------------------------------

RAISING = {
    "cpu": "resource.setrlimit(resource.RLIMIT_CPU, (10**6, 10**6))",
    "data": "resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))",
    "file size": "resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))",
    "processes": "resource.setrlimit(resource.RLIMIT_NPROC, (10**5, 10**5))",
    "open files": "resource.setrlimit(resource.RLIMIT_NOFILE, (10**5, 10**5))",
    "core": "resource.setrlimit(resource.RLIMIT_CORE, (10**9, 10**9))",
    "locked memory": "resource.setrlimit(resource.RLIMIT_MEMLOCK, (10**9, 10**9))",
    "another process's": "resource.prlimit(os.getppid() or 1, resource.RLIMIT_CPU, (10**6, 10**6))",
    "nice": "os.setpriority(os.PRIO_PROCESS, 0, -5)",
    "real time": "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    "out of memory score": "open('/proc/self/oom_score_adj', 'w').write('-1000')",
}


async def test_no_limit_can_be_raised(any_engine: LocalEngine) -> None:
    lines = "import os, resource\nprint('kept')\n"
    for name, code in RAISING.items():
        lines += f"try:\n    {code}\n    print({name!r})\nexcept (OSError, ValueError): pass\n"
    result = await attack(any_engine, lines)
    assert (result.status, result.stdout) == ("ok", "kept\n"), result


LOWERED = {
    "no more files": ("resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))", {"ok"}),
    "no more processes": ("resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))", {"ok"}),
    "no more writing": ("resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))", {"ok"}),
    "no more memory": ("resource.setrlimit(resource.RLIMIT_DATA, (1, 1))", {"ok", "memory", "error"}),
    "no address space": ("resource.setrlimit(resource.RLIMIT_AS, (1, 1))", {"ok", "memory", "error"}),
    "no stack": ("resource.setrlimit(resource.RLIMIT_STACK, (65536, 65536))", {"ok"}),
    "last in line": ("os.nice(19)", {"ok"}),
    "one processor": ("os.sched_setaffinity(0, {0})", {"ok"}),
}


@pytest.mark.parametrize(("code", "statuses"), LOWERED.values(), ids=LOWERED)
async def test_limits_can_be_lowered_and_the_run_still_ends(engine: LocalEngine, code: str, statuses: set[str]) -> None:
    result = await attack(engine, f"import os, resource\nprint('kept')\n{code}\nprint('after')\n")
    assert result.status in statuses, result
    assert result.stdout.startswith("kept\n")
    assert result.message or result.status in {"ok", "error"}


async def test_a_limit_of_its_own_is_not_mistaken_for_ours(engine: LocalEngine) -> None:
    lowered = "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 5))\nprint('kept')\nwhile True: pass\n"
    result = await attack(engine, lowered, timeout_s=5)
    assert (result.status, reason(result), result.stdout) == ("crashed", "signal:SIGXCPU", "kept\n")


async def test_a_timer_of_its_own_ends_only_itself(engine: LocalEngine) -> None:
    result = await attack(engine, "import signal, time\nprint('kept')\nsignal.alarm(1)\ntime.sleep(5)\n", timeout_s=4)
    assert (result.status, reason(result), result.stdout) == ("crashed", "signal:SIGALRM", "kept\n")
    assert "SIGALRM" in result.message


# -- threads ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [3, 16])
async def test_a_parallel_operation_with_more_threads_than_cores_is_right(engine: LocalEngine, threads: int) -> None:
    code = (
        "import torch\n"
        f"torch.set_num_threads({threads})\n"
        "x = torch.ones(700, 700)\n"
        "print((x @ x).sum().item() == 700**3, torch.get_num_threads())\n"
        "print(torch.arange(1_000_000.).sort(descending=True).values[0].item())\n"
    )
    result = await attack(engine, code, timeout_s=20)
    assert (result.status, result.stdout) == ("ok", f"True {threads}\n999999.0\n"), result


async def test_more_threads_than_processes_are_allowed_ends_with_what_was_said(any_engine: LocalEngine) -> None:
    code = "import torch\nprint('kept')\ntorch.set_num_threads(4000)\nx = torch.ones(2000, 2000)\n(x @ x).sum()\n"
    result = await attack(any_engine, code, timeout_s=4)
    assert result.stdout.startswith("kept\n")
    assert result.status in {"crashed", "error", "ok"}
    assert result.status == "ok" or result.message
