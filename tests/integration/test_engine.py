"""The real engine: what a program sees inside, and what comes out."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from app.runs.local import LocalEngine
from app.runs.models import Event, RunRefused, RunRequest, RunResult
from tests.support import run, settled


def of(result: RunResult, kind: str) -> list[dict[str, Any]]:
    return [event for event in result.events if event["kind"] == kind]


def lines(result: RunResult) -> list[tuple[str, int | None, str]]:
    return [(e["kind"], e["line"], e["text"]) for e in result.events if e["kind"] in {"stdout", "stderr"}]


async def test_a_run_from_its_first_event_to_its_last(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import torch\n"
        "x = torch.tensor([1., 2.], requires_grad=True)\n"
        "y = x.detach()\n"
        "y.add_(1);\n"
        "x\n"
        "print('sum', x.sum().item())\n"
        "assert x.data_ptr() == y.data_ptr()\n",
    )
    assert result.status == "ok"
    assert [event["kind"] for event in result.events] == [
        "queued",
        "started",
        "value",
        "stdout",
        "assertion",
        "variables",
        "done",
    ]
    assert [event["seq"] for event in result.events] == list(range(7))
    assert [event["line"] for event in result.events] == [None, None, 5, 6, 7, None, 7]
    assert of(result, "value")[0]["data"]["text/plain"] == "tensor([2., 3.], requires_grad=True)"
    assert result.stdout == "sum 5.0\n"
    assert result.id == result.events[0]["id"]
    assert result.runtime.startswith("2.13.0")
    by_name = {variable["name"]: variable for variable in result.variables}
    assert by_name["x"]["storage"] == by_name["y"]["storage"]
    assert by_name["x"]["requires_grad"]
    assert not by_name["y"]["requires_grad"]
    assert result.cpu_ms > 0
    assert result.wall_ms > 0


async def test_stdout_and_stderr_keep_their_order_and_lines(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import sys, os\n"
        "print('a')\n"
        "print('b', file=sys.stderr)\n"
        "os.write(1, b'c\\n')\n"
        "print('d', end='')\n"
        "for i in range(2):\n"
        "    os.write(2, b'e\\n'); print('f')\n",
    )
    assert lines(result) == [
        ("stdout", 2, "a\n"),
        ("stderr", 3, "b\n"),
        ("stdout", 4, "c\n"),
        ("stdout", 5, "d"),
        ("stderr", 6, "e\n"),
        ("stdout", 7, "f\n"),
        ("stderr", 6, "e\n"),
        ("stdout", 7, "f\n"),
    ]


async def test_output_streams_as_it_happens(engine: LocalEngine) -> None:
    code = "import time\nprint('early', end='', flush=True)\ntime.sleep(1.5)\nprint('late')\n"
    events = engine.run(RunRequest(code=code, client="test"))
    seen = [(event.data["text"], event.t_ms) async for event in events if event.kind == "stdout"]
    assert [text for text, _ in seen] == ["early", "late\n"]
    assert seen[1][1] - seen[0][1] > 1000


async def test_a_figure_of_plain_matplotlib(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import matplotlib.pyplot as plt\n"
        "plt.plot([1, 2, 3])\n"
        "plt.title('rising')\n"
        "plt.show()\n"
        "plt.figure(); plt.plot([3, 1])\n",
    )
    figures = of(result, "figure")
    assert result.status == "ok"
    assert figures[0]["line"] == 4
    assert len(figures) == 2
    assert base64.b64decode(figures[0]["data"]["image/png"]).startswith(b"\x89PNG")
    assert "rising" in figures[0]["alt"]


async def test_input_reads_what_the_request_gives(engine: LocalEngine) -> None:
    code = "import sys\nname = input('who? ')\nprint(f'hello {name}')\nsys.stdin.read()\n"
    result = await run(engine, code, stdin="张三\nrest\n")
    assert result.stdout == "who? hello 张三\n"
    assert of(result, "value")[0]["data"]["text/plain"] == "'rest\\n'"


async def test_input_says_that_there_is_none(engine: LocalEngine) -> None:
    result = await run(engine, "input()")
    assert result.error is not None
    assert result.error["type"] == "EOFError"
    assert "no standard input" in result.error["message"]


async def test_seeds_are_shown_and_repeat(engine: LocalEngine) -> None:
    code = "import random, torch, numpy\n(random.random(), torch.rand(1).item(), numpy.random.rand())\n"
    first, same, other, free = [await run(engine, code, seed=seed) for seed in (7, 7, 8, None)]
    values = [of(result, "value")[0]["data"]["text/plain"] for result in (first, same, other, free)]
    assert values[0] == values[1] != values[2]
    assert (first.seed, other.seed) == (7, 8)
    again = await run(engine, code, seed=free.seed)
    assert of(again, "value")[0]["data"]["text/plain"] == values[3]


async def test_every_run_is_its_own(engine: LocalEngine) -> None:
    await run(engine, "leak = 1\nimport os\nopen('left', 'w').write('x')\nos.environ['LEFT'] = '1'\n")
    result = await run(engine, "import os\n'leak' in globals(), os.listdir('.'), 'LEFT' in os.environ\n")
    assert of(result, "value")[0]["data"]["text/plain"] == "(False, ['main.py'], False)"


async def test_real_module_things_work(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import asyncio, dataclasses, inspect, pickle, torch, warnings\n"
        "from torch.utils.data import DataLoader, Dataset\n"
        "@dataclasses.dataclass\n"
        "class P:\n"
        "    x: int\n"
        "assert pickle.loads(pickle.dumps(P(1))) == P(1)\n"
        "assert 'class P' in inspect.getsource(P)\n"
        "warnings.filterwarnings('ignore', category=DeprecationWarning)\n"
        "@torch.jit.script\n"
        "def double(x):\n"
        "    return x * 2\n"
        "assert double(torch.ones(1)).item() == 2\n"
        "async def answer():\n"
        "    await asyncio.sleep(0.01)\n"
        "    return 42\n"
        "assert asyncio.run(answer()) == 42\n"
        "class Squares(Dataset):\n"
        "    def __len__(self): return 8\n"
        "    def __getitem__(self, i): return torch.tensor(i * i)\n"
        "if __name__ == '__main__':\n"
        "    batches = list(DataLoader(Squares(), batch_size=4, num_workers=2))\n"
        "[b.tolist() for b in batches]\n"
        "warnings.warn('look here')\n",
    )
    assert result.error is None, result.error
    assert of(result, "value")[-1]["data"]["text/plain"] == "[[0, 1, 4, 9], [16, 25, 36, 49]]"
    assert "main.py:23: UserWarning: look here" in result.stderr


async def test_processes_of_both_kinds_run_the_readers_functions(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import multiprocessing as mp\n"
        "def double(x): return 2 * x\n"
        "if __name__ == '__main__':\n"
        "    with mp.get_context('fork').Pool(2) as pool:\n"
        "        print(pool.map(double, [1, 2, 3]))\n"
        "    with mp.get_context('spawn').Pool(1) as pool:\n"
        "        print(pool.map(double, [4]))\n",
        timeout_s=30,
    )
    assert result.stdout == "[2, 4, 6]\n[8]\n", result
    assert result.status == "ok"


async def test_a_fork_of_the_program_speaks_through_the_pipe_and_ends_nothing(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import os, time\npid = os.fork()\nprint('child' if pid == 0 else 'parent')\nif pid: os.waitpid(pid, 0)\n",
    )
    assert result.status == "ok"
    assert sorted(result.stdout.split()) == ["child", "parent"]
    assert len(of(result, "done")) == 1


async def test_threads_and_exit_hooks_belong_to_the_run(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import atexit, threading, time\n"
        "atexit.register(print, 'hook')\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()\n"
        "print('main')\n",
    )
    assert result.stdout == "main\nthread\nhook\n"


async def test_an_endless_loop_is_stopped_and_what_it_printed_is_kept(engine: LocalEngine) -> None:
    result = await run(engine, "i = 0\nprint('before')\nwhile True:\n    i += 1\n", timeout_s=0.5)
    assert result.status == "timeout"
    assert result.stdout == "before\n"
    assert "0.5 s" in result.message
    assert of(result, "done")[0]["line"] == 3
    assert result.cpu_ms > 100


async def test_closing_the_answer_cancels_the_run(engine: LocalEngine) -> None:
    events = engine.run(RunRequest(code="while True: pass", client="test", timeout_s=30))
    async for event in events:
        if event.kind == "started":
            break
    assert engine.capacity().running == 1
    await events.aclose()  # type: ignore[attr-defined]
    for _ in range(100):
        if engine.capacity().running == 0:
            break
        await asyncio.sleep(0.02)
    assert engine.capacity().running == 0


async def test_cancel_by_id_keeps_the_output(engine: LocalEngine) -> None:
    seen: list[Event] = []
    async for event in engine.run(RunRequest(code="print('x')\nwhile True: pass", client="test", timeout_s=30)):
        seen.append(event)
        if event.kind == "stdout":
            assert await engine.cancel(seen[0].data["id"])
    assert [event.kind for event in seen] == ["queued", "started", "stdout", "done"]
    assert seen[-1].data["status"] == "cancelled"
    assert not await engine.cancel(seen[0].data["id"])
    assert not await engine.cancel("no such run")


async def test_a_waiting_run_can_be_cancelled(engine: LocalEngine) -> None:
    async def hold() -> RunResult:
        return await run(engine, "import time\ntime.sleep(1.5)")

    holders = [asyncio.create_task(hold()) for _ in range(2)]
    await asyncio.sleep(0.3)
    kinds = []
    async for event in engine.run(RunRequest(code="1", client="other")):
        kinds.append(event.kind)
        if event.kind == "queued":
            await engine.cancel(event.data["id"])
        last = event
    assert kinds == ["queued", "done"]
    assert last.data["status"] == "cancelled"
    assert [result.status for result in await asyncio.gather(*holders)] == ["ok", "ok"]


@pytest.mark.parametrize(
    ("fields", "word"),
    [({"device": "tpu"}, "tpu"), ({"device": "cuda"}, "cuda"), ({"runtime": "1.0.0"}, "1.0.0")],
)
async def test_what_is_not_here_is_refused_with_what_is(engine: LocalEngine, fields: dict[str, str], word: str) -> None:
    if fields.get("device") in {device["device"] for device in engine.describe()["devices"]}:
        pytest.skip("this machine has one")
    with pytest.raises(RunRefused, match=word) as refusal:
        await run(engine, "1", **fields)
    assert refusal.value.reason == "invalid"


async def test_twenty_at_a_time_each_get_their_own_answer(engine: LocalEngine) -> None:
    async def ask(number: int) -> str:
        return (await run(engine, f"print({number} ** 2)", client=f"c{number % 20}")).stdout

    answers = await asyncio.gather(*(ask(number) for number in range(60)))
    assert answers == [f"{number**2}\n" for number in range(60)]
    await settled(engine)


async def test_alarms_that_raise_while_something_is_shown_are_the_programs_own(engine: LocalEngine) -> None:
    result = await run(
        engine,
        "import signal, sys\n"
        "def late(*_):\n"
        "    raise TimeoutError('late')\n"
        "show = sys.modules['app.sandbox.figures']._sink\n"
        "signal.signal(signal.SIGALRM, late)\n"
        "caught = 0\n"
        "for large in (False, True):\n"
        "    for _ in range(20):\n"
        "        try:\n"
        "            signal.setitimer(signal.ITIMER_REAL, 0.002)\n"
        "            if large:\n"
        "                show({'data': {'image/png': 'A' * 2_000_000}, 'width': 1, 'height': 1})\n"
        "            for _ in range(500):\n"
        "                print(end='.')\n"
        "        except TimeoutError:\n"
        "            caught += 1\n"
        "signal.setitimer(signal.ITIMER_REAL, 0);\n"
        "caught > 0\n",
        timeout_s=30,
    )
    assert result.status == "ok", result.message
    assert of(result, "value")[-1]["data"]["text/plain"] == "True"
