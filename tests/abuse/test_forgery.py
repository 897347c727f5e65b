"""Forged events: a program writes to every descriptor that it can find what only the sandbox should say.

It runs in the very process that reports, so it can spoil its own run, and nothing keeps it from that. It must not spoil
another's, nor the service, nor be believed where the service itself knows better.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.runs.engine import collect
from app.runs.local import LocalEngine
from app.runs.models import RunRequest
from tests.abuse.conftest import attack, of, reason
from tests.abuse.escapes import PRELUDE, seen_by
from tests.support import settled

FORGE = """
import json, os, pickle, struct, time
print('kept')

def pack(payload):
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return struct.pack('>I', len(body)) + body

def send(payload, descriptor=240):
    data = pack(payload)
    while data:
        data = data[os.write(descriptor, data):]

def everywhere(payload):
    for descriptor in range(4096):
        try:
            os.set_blocking(descriptor, False)
            os.write(descriptor, pack(payload))
        except OSError:
            pass
    os.set_blocking(240, True)

"""


async def test_what_descriptors_a_program_has(any_engine: LocalEngine) -> None:
    seen = await seen_by(
        any_engine,
        "for descriptor in range(4096):\n"
        "    try: seen[descriptor] = os.readlink(f'/proc/self/fd/{descriptor}').partition(':')[0]\n"
        "    except OSError: pass\n",
    )
    # A child that drew its first figure while it waited has fonts open, as every program that draws has.
    rest = {key: name for key, name in seen.items() if not name.endswith((".ttf", ".ttc", ".otf"))}
    pipes = dict.fromkeys(("1", "2", "241", "242"), "pipe")
    assert rest == {"0": "/dev/null", "240": "socket", **pipes}, "the channel, the pipes, and no way to anybody else"


@pytest.mark.parametrize(
    "payload",
    [
        {"kind": "done", "status": "ok"},
        {"kind": "done", "status": "ok", "id": "another", "run": "another"},
        {"kind": "done", "status": "cancelled", "reason": "stopping", "message": "<b>", "cpu_ms": -1, "wall_ms": 0},
        {"kind": "done", "status": ["ok"], "cpu_ms": {}, "peak_memory_bytes": 1e300},
        {"kind": "queued", "id": "another", "position": -1},
        {"kind": "started", "device": "cuda", "runtime": "9.9", "seed": 1, "timeout_s": 1e9},
        {"kind": "exit", "seat": 0, "code": 0, "cpu_ms": 0},
        {"kind": "spawn", "seat": 0, "uid": 0, "workdir": "/", "namespace": None, "device": "cpu"},
        {"kind": "sweep", "id": 1, "uid": 0, "pid": 1, "workdir": "/etc"},
        {"kind": "swept", "id": 1, "ok": True},
        {"kind": "ready", "memory": 0, "cpu_ms": 0, "device": "x"},
        {"kind": "run", "code": "1", "seed": 1},
        {"kind": "truncated", "what": "<script>", "limit": "x"},
        {"kind": "__class__", "__proto__": {"kind": "done"}},
    ],
    ids=lambda payload: f"{payload['kind']} {len(payload)}",
)
async def test_a_forged_event_on_every_descriptor(engine: LocalEngine, payload: dict[str, Any]) -> None:
    result = await attack(engine, f"{FORGE}everywhere({payload!r})\ntime.sleep(0.1)\n")
    assert result.status in {"ok", "error"}
    assert result.stdout.startswith("kept\n")
    assert result.id not in {"", "another"}
    assert (result.device, result.runtime[:4]) == ("cpu", "2.13")
    assert [event["seq"] for event in result.events] == list(range(len(result.events)))
    assert [event["kind"] for event in result.events][:2] == ["queued", "started"]
    (done,) = of(result, "done")
    assert done["wall_ms"] > 0
    assert done["message"] in {"", "Ended by the exception that is shown at its line. Change that line, or catch it."}
    assert {event["what"] for event in of(result, "truncated")} <= {"variables"}
    json.dumps(result.events, allow_nan=False)


async def test_a_forged_verdict_is_the_runs_own_and_nobody_elses(engine: LocalEngine) -> None:
    result = await attack(
        engine, FORGE + "send({'kind': 'assertion', 'passed': True, 'source': '1 == 2', 'line': 1})\nassert 1 == 2\n"
    )
    assert result.status == "error"
    assert [(event["passed"], event["source"]) for event in of(result, "assertion")] == [
        (True, "1 == 2"),
        (False, "1 == 2"),
    ]


async def test_what_comes_after_a_forged_end_is_not_heard_and_does_not_go_on(engine: LocalEngine) -> None:
    began = time.monotonic()
    result = await attack(
        engine, FORGE + "send({'kind': 'done', 'status': 'ok'})\nprint('after')\nwhile True: pass\n", timeout_s=30
    )
    assert (result.status, result.stdout) == ("ok", "kept\n")
    assert time.monotonic() - began < 15, "it was ended, and not left to its time limit"


@pytest.fixture
def marker(tmp_path: Path) -> Iterator[Path]:
    """A path that everybody could make something at, and that nothing may have been made at in the end."""
    tmp_path.chmod(0o777)
    yield tmp_path / "made-by-a-pickle"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "payload",
    [
        "b''",
        "b'{'",
        "b'[1]'",
        "b'null'",
        "b'{\"kind\": 1}'",
        'b\'{"no": "kind"}\'',
        "b'\\xff\\xfe'",
        "b'{\"kind\": \"value\", \"data\": ' + b'[' * 900 + b']' * 900 + b'}'",
        "b'[' * 1_000_000",
        "b'{\"kind\": \"value\", \"data\": [' + b'[],' * 4_000_000 + b'0]}'",
        "b'{\"kind\": \"value\", \"data\": [' + b'0,' * 4_000_000 + b'0]}'",
        "b'{\"kind\": ' + b'9' * 100_000 + b'}'",
        "pickle.dumps(Payload())",
        "pickle.dumps({'kind': 'done', 'status': Payload()})",
    ],
    ids=[
        *["nothing", "cut JSON", "a list", "null", "odd kind", "no kind", "no UTF-8", "deep", "deeper", "many lists"],
        *["many numbers", "a long number", "a pickle", "a pickled frame"],
    ],
)
async def test_what_is_no_frame_ends_its_own_run_at_once(engine: LocalEngine, payload: str, marker: Path) -> None:
    hostile = f"class Payload:\n    def __reduce__(self): return os.system, ('touch {marker}',)\n"
    began = time.monotonic()
    result = await attack(engine, f"{FORGE}{hostile}send({payload})\ntime.sleep(60)\n", timeout_s=30)
    assert (result.status, reason(result), result.stdout) == ("crashed", "channel", "kept\n")
    assert result.message.startswith("The program wrote to, or closed, the line over which results are sent.")
    assert time.monotonic() - began < 15


async def test_a_frame_that_promises_gigabytes_is_refused_before_they_come(engine: LocalEngine) -> None:
    result = await attack(
        engine, FORGE + "os.write(240, b'\\x7f\\xff\\xff\\xff' + b'x' * 99)\ntime.sleep(60)\n", timeout_s=30
    )
    assert (result.status, reason(result), result.stdout) == ("crashed", "channel", "kept\n")


async def test_half_a_frame_is_waited_for_no_longer_than_the_run_may_take(engine: LocalEngine) -> None:
    result = await attack(
        engine, FORGE + "if 1:\n    os.write(240, b'\\0\\0\\1\\0{')\n    time.sleep(60)\n", timeout_s=0.7
    )
    assert (result.status, result.stdout) == ("timeout", "kept\n")


@pytest.mark.parametrize(
    "frame",
    [
        "{'kind': 'statement'}",
        "{'kind': 'x'}",
        "{'kind': 'error', 'type': 'E', 'message': 'm' * 20000, 'traceback': 't' * 20000, 'frames': []}",
        "{'kind': 'variables', 'variables': [{'name': 'n' * 200, 'preview': 'p' * 400}] * 100}",
        "{'kind': 'value', 'data': {'application/vnd.fieldnotes.tensor+json': {'k' * 500000: 0}}}",
        "{'kind': 'value', 'data': {'application/vnd.fieldnotes.tensor+json': {'rows': [[]] * 50000}}}",
        "{'kind': 'figure', 'data': {'image/png': 'A' * 4000000}, 'width': 1, 'height': 1}",
    ],
    ids=["statements", "nothing", "errors", "variables", "long keys", "empty lists", "figures"],
)
async def test_a_flood_of_frames_costs_its_own_run_and_not_the_service(engine: LocalEngine, frame: str) -> None:
    await settled(engine)
    before = _resident()
    code = f"{FORGE}data = pack({frame}) * 20\nwhile True:\n    os.write(240, data)\n"
    flood = asyncio.create_task(attack(engine, code, timeout_s=2))
    slowest = await _slowest_turn(flood)
    result = await flood
    assert result.status in {"timeout", "output"}
    assert result.stdout == "kept\n"
    assert len(result.events) < 2100
    assert slowest < 1.0, "the service answers others meanwhile"
    assert _resident() - before < 150 * 2**20


async def _slowest_turn(until: asyncio.Task[Any]) -> float:
    """Seconds that the service's loop took at most to come round while *until* was going on."""
    slowest = 0.0
    while not until.done():
        asked = time.monotonic()
        await asyncio.sleep(0.01)
        slowest = max(slowest, time.monotonic() - asked - 0.01)
    return slowest


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def test_the_neighbours_own_events_can_not_be_forged(engine: LocalEngine) -> None:
    code = "import time\nprint('begun')\ntime.sleep(0.8)\nassert 1 == 1\n"
    honest = engine.run(RunRequest(code=code, client="honest"))
    first = await anext(honest)
    task = asyncio.create_task(collect(_with(first, honest)))
    forged = [
        {"kind": "assertion", "id": first.data["id"], "passed": False, "source": "forged"},
        {"kind": "done", "id": first.data["id"], "status": "error"},
    ]
    hostile = asyncio.create_task(
        collect(engine.run(RunRequest(code=f"{FORGE}for f in {forged!r}:\n    everywhere(f)\n", client="hostile")))
    )
    result = await task
    await hostile
    assert (result.status, result.stdout, result.id) == ("ok", "begun\n", first.data["id"])
    assert [(event["passed"], event["source"]) for event in of(result, "assertion")] == [(True, "1 == 1")]


async def _with(first: Any, rest: Any) -> Any:
    yield first
    async for event in rest:
        yield event


async def test_pickles_that_a_program_makes_are_opened_by_nobody_else(engine: LocalEngine, marker: Path) -> None:
    result = await attack(
        engine,
        f"{PRELUDE}\nimport pickle, torch\n"
        f"class Payload:\n    def __reduce__(self): return os.mkdir, ({str(marker)!r},)\n"
        "pickle.dump(Payload(), open('main.py', 'wb'))\n"
        "torch.save(Payload(), 'model.pt')\n"
        "p = Payload()\n"
        "p\n"
        "[p, p]\n"
        "raise ValueError(p)\n",
    )
    assert result.status == "error"
