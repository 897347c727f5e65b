"""Readers and attackers at once, for minutes, against a real server of its own; then a look at what is left.

    python bench/soak.py [--seconds 600] [--clients 100] [--hostile 0.1] [--think 10]

Each client thinks for a random while (exponential, mean --think seconds), runs a program, checks its answer, and thinks
again. One in ten programs is hostile. Every answer must be right or an honest refusal (429 or 503 with Retry-After).
First the same honest programs are timed with nobody else there; the closing lines compare the two. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent
UID_BASE = 164_000

HOSTILE = {
    "while True: pass": {"timeout"},
    "while True: print('x' * 1000)": {"output", "timeout"},
    "import ctypes; ctypes.string_at(0)": {"crashed"},
    "import os; os._exit(3)": {"crashed"},
    "import torch\nkeep = [torch.ones(10**7) for _ in range(1000)]": {"memory", "timeout"},
    "import os\nwhile True: os.fork()": {"error", "timeout", "crashed", "memory"},
    "open('big', 'wb').write(b'x' * 10**9)": {"disk", "memory", "timeout"},
    "import socket; socket.socket()": {"error"},
    "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)": {"ok"},
    "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)": {"timeout"},
}
"""Programs and the statuses that they may end with. Where two limits are near, the load decides which comes first."""


@dataclass(slots=True)
class Tally:
    """What happened."""

    honest_ms: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    refused: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Run, and exit with 1 if an answer was wrong or something was left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--hostile", type=float, default=0.1)
    parser.add_argument("--think", type=float, default=10)
    sys.exit(asyncio.run(soak(parser.parse_args())))


async def soak(options: argparse.Namespace) -> int:
    """The whole of it."""
    async with server() as (url, pid):
        async with httpx.AsyncClient(base_url=url, timeout=120, limits=httpx.Limits(max_connections=None)) as client:
            idle = Tally()
            for number in range(60):
                await asyncio.sleep(0.3)
                await honest(client, number, idle)
            await asyncio.sleep(3)
            before = leftovers(pid)
            tally = Tally()
            end = time.monotonic() + options.seconds
            await asyncio.gather(*(reader(client, number, end, options, tally) for number in range(options.clients)))
            await asyncio.sleep(5)
        after = leftovers(pid)
    return report(idle, tally, before, after)


async def reader(client: httpx.AsyncClient, number: int, end: float, options: argparse.Namespace, tally: Tally) -> None:
    """One client until *end*."""
    chance = random.Random(number)  # noqa: S311 - a load, not a secret
    while True:
        await asyncio.sleep(chance.expovariate(1 / options.think))
        if time.monotonic() > end:
            return
        if chance.random() < options.hostile:
            await hostile(client, chance.choice(list(HOSTILE)), tally)
        else:
            await honest(client, chance.randrange(10**6), tally)


async def honest(client: httpx.AsyncClient, number: int, tally: Tally) -> None:
    """A short program whose answer is known."""
    count = number % 1000 + 1
    code = (
        f"import torch\nx = torch.arange({count}.0, requires_grad=True)\n"
        f"(x * x).sum().backward()\nprint(x.grad.sum().item(), {number})\n"
    )
    begin = time.perf_counter()
    answer = await post(client, {"code": code, "seed": 0}, tally)
    if answer is None:
        return
    tally.honest_ms.append(1000 * (time.perf_counter() - begin))
    expected = f"{float(count * (count - 1))} {number}\n"
    if answer["status"] != "ok" or answer["stdout"] != expected:
        tally.wrong.append(f"{answer['status']} {answer['message']} {answer['stdout']!r} instead of {expected!r}")


async def hostile(client: httpx.AsyncClient, code: str, tally: Tally) -> None:
    """A program that tries something."""
    answer = await post(client, {"code": code, "timeout": 1}, tally)
    if answer is not None and answer["status"] not in HOSTILE[code]:
        tally.wrong.append(f"{code!r} ended as {answer['status']}: {answer['message']}")


async def post(client: httpx.AsyncClient, body: dict[str, object], tally: Tally) -> dict[str, str] | None:
    """The finished run, or None for an honest refusal."""
    response = await client.post("/api/v1/runs", json=body)
    if response.status_code in {429, 503} and int(response.headers["retry-after"]) > 0:
        tally.refused[response.status_code] += 1
        return None
    response.raise_for_status()
    found: dict[str, str] = response.json()
    tally.statuses[found["status"]] += 1
    return found


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[tuple[str, int]]:
    """A server of our own on loopback: its address and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "FIELDNOTES_LOG_LEVEL": "error",
        "FIELDNOTES_UID_BASE": str(UID_BASE),
        "FIELDNOTES_RECENT_BYTES": str(2**20),  # what is remembered on purpose must not look like a leak
        "FIELDNOTES_QUEUE_PER_CLIENT": "200",  # every client comes from one address here
    }
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)  # noqa: ASYNC220 - returns at once
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/readyz")).status_code == httpx.codes.OK:
                        break
                await asyncio.sleep(0.2)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 30)


def leftovers(pid: int) -> dict[str, int]:
    """Counts that must not grow: the server's descriptors and resident memory, runs' processes, shared memory."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines() if ":" in line
    )
    return {
        "descriptors": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "resident MiB": int(status["VmRSS"].split()[0]) // 1024,
        "processes of runs": sum(UID_BASE <= owner < UID_BASE + 1000 for owner in owners()),
        "shared memory files": len(list(Path("/dev/shm").iterdir())),  # noqa: S108 - looked at, not used
    }


def owners() -> list[int]:
    """User ids of all processes."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                found.append(entry.stat().st_uid)
    return found


def report(idle: Tally, tally: Tally, before: dict[str, int], after: dict[str, int]) -> int:
    """Print it all; 0 if every answer was right and nothing was left."""
    alone = figures(idle)
    loaded = figures(tally)
    print(f"honest runs alone: {alone}")
    print(f"honest runs under load: {loaded}, {loaded.p95_ms / alone.p95_ms:.1f} x the p95 alone")
    print(f"endings: {dict(tally.statuses)}; refused: {dict(tally.refused)}; wrong: {len(tally.wrong)}")
    for sentence in tally.wrong[:20]:
        print("  wrong:", sentence[:300])
    print("before:", json.dumps(before))
    print("after: ", json.dumps(after))
    allowed = {"descriptors": 5, "processes of runs": 8, "shared memory files": 0}
    grown = any(after[name] > before[name] + more for name, more in allowed.items())
    return 1 if tally.wrong or idle.wrong or grown else 0


@dataclass(frozen=True, slots=True)
class Figures:
    """How long the honest runs of a tally took."""

    count: int
    p50_ms: float
    p95_ms: float

    def __str__(self) -> str:
        return f"{self.count}, p50 {self.p50_ms:.1f} ms, p95 {self.p95_ms:.1f} ms"


def figures(tally: Tally) -> Figures:
    """The figures of *tally*."""
    return Figures(len(tally.honest_ms), percentile(tally.honest_ms, 0.5), percentile(tally.honest_ms, 0.95))


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least *share* of *values* do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    main()
