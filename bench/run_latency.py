"""How long a reader waits for a run, beside the alternatives, measured in turn in one go on one machine.

    python bench/run_latency.py [--rounds N] [--json FILE]

Every round measures each way once or a few times, so that a machine whose speed drifts drifts for all of them alike.
Quote the ratios; the milliseconds are this machine's.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import httpx
from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parent.parent
SNIPPET = "clone-detach/table"
QUICK = 10
"""Measurements of each quick way in one round; the slow ways get one."""
CLICK_S = 0.1
"""Between two clicks of a reader; back to back, a burst outruns the store of ready children."""

FORKER = """
import os, sys, time
from app.sandbox import warmup
import torch
torch.set_num_threads(1)
from app.sandbox import figures
figures.install()
warmup.load()
warmup.settle(torch)
import gc
gc.collect()
gc.freeze()
print("ready", flush=True)
for _ in sys.stdin:
    begin = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    print(1000 * (time.perf_counter() - begin), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to run the snippet: ``measure`` returns milliseconds. *pause_s* is slept before each."""

    name: str
    times: int
    measure: Callable[[], float]
    pause_s: float = 0.0


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        ours = stack.enter_context(our_server())
        ways = [
            Way("ours, one click at a time", QUICK, ours, pause_s=CLICK_S),
            Way("ours, back to back", QUICK, ours),
            Way("bare fork + exit of the warm interpreter", QUICK, stack.enter_context(bare_fork())),
            Way("warm Jupyter kernel, no isolation", QUICK, stack.enter_context(warm_kernel())),
            Way("fresh Jupyter kernel", 1, fresh_kernel),
            Way("cold python", 1, cold_python),
        ]
        for way in ways:
            way.measure()
        times: dict[str, list[float]] = {way.name: [] for way in ways}
        for number in range(options.rounds):
            for way in ways:
                for _ in range(way.times):
                    time.sleep(way.pause_s)
                    times[way.name].append(way.measure())
            print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
    report(times, options.json)


def report(times: dict[str, list[float]], target: Path | None) -> None:
    """Print p50, p95, and the ratio of each p50 to that of the bare fork."""
    fork = statistics.median(times["bare fork + exit of the warm interpreter"])
    rows = {}
    print(f"{SNIPPET} on {os.cpu_count()} processors, Python {sys.version.split()[0]}")
    print(f"{'way':<44} {'n':>4} {'p50 ms':>9} {'p95 ms':>9} {'x fork':>8}")
    for name, values in times.items():
        p50, p95 = statistics.median(values), percentile(values, 0.95)
        rows[name] = {
            "n": len(values),
            "p50_ms": round(p50, 2),
            "p95_ms": round(p95, 2),
            "x_fork": round(p50 / fork, 3),
        }
        print(f"{name:<44} {len(values):>4} {p50:>9.2f} {p95:>9.2f} {p50 / fork:>8.2f}")
    if target is not None:
        target.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least *share* of *values* do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@contextlib.contextmanager
def our_server() -> Iterator[Callable[[], float]]:
    """One keep-alive connection to a real server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    environment = {**os.environ, "FIELDNOTES_LOG_LEVEL": "error"}
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            wait_until_ready(client, server)

            def measure() -> float:
                begin = time.perf_counter()
                answer = client.post("/api/v1/runs", json={"snippet": SNIPPET})
                took = 1000 * (time.perf_counter() - begin)
                if answer.status_code != 200 or answer.json()["status"] != "ok":
                    raise RuntimeError(f"the run failed: {answer.text[:500]}")
                return took

            yield measure
    finally:
        server.terminate()
        server.wait(20)


def wait_until_ready(client: httpx.Client, server: subprocess.Popen[bytes]) -> None:
    """Poll until the server answers; fail if it ended instead."""
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError("the server ended")
        with contextlib.suppress(httpx.TransportError):
            if client.get("/readyz").status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not become ready")


@contextlib.contextmanager
def bare_fork() -> Iterator[Callable[[], float]]:
    """What forking the same warm interpreter costs, with nothing else done."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", FORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    )
    to, back = _pipes(process)
    back.readline()

    def measure() -> float:
        to.write("\n")
        to.flush()
        return float(back.readline())

    yield measure
    to.close()
    process.wait(20)


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the pipes are missing")
    return process.stdin, process.stdout


@contextlib.contextmanager
def warm_kernel() -> Iterator[Callable[[], float]]:
    """A kernel that has torch loaded, as a notebook after its first cell."""
    manager = KernelManager()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    code = (ROOT / "snippets" / f"{SNIPPET}.py").read_text("utf-8")
    _execute(client, "import torch")

    def measure() -> float:
        begin = time.perf_counter()
        _execute(client, code)
        return 1000 * (time.perf_counter() - begin)

    yield measure
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def fresh_kernel() -> float:
    """A kernel started for this one run."""
    code = (ROOT / "snippets" / f"{SNIPPET}.py").read_text("utf-8")
    begin = time.perf_counter()
    manager = KernelManager()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    _execute(client, code)
    took = 1000 * (time.perf_counter() - begin)
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    return took


def _execute(client: Any, code: str) -> None:
    reply = client.execute_interactive(code, timeout=60, output_hook=lambda _message: None)
    if reply["content"]["status"] != "ok":
        raise RuntimeError(f"the kernel failed: {reply['content']}")


def cold_python() -> float:
    """A terminal's ``python table.py``."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, ROOT / "snippets" / f"{SNIPPET}.py"], check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - begin)


if __name__ == "__main__":
    main()
