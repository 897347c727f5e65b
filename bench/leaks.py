"""Twenty thousand runs, several at a time, against a real server, and a look at what they leave.

    python bench/leaks.py [--runs 20000] [--clients 8]

Every tenth of the way it counts what a leak would grow: processes, descriptors, files, shared memory, and the resident
memory of the service, its zygote and its warden. One run in a hundred forks, writes files, uses shared memory, fails
or is killed. Exits with 1 if a count has grown, or if memory grew by more than a tenth after the first tenth.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.soak import leftovers, server

PLAIN = "import torch\nprint(torch.arange({n}.0).sum().item())\n"
ODD = (
    ("import os\nopen('a', 'w').write('x' * 10000)\nos.makedirs('b/c')\nprint('kept')\n", "ok"),
    ("import torch\nx = torch.ones(1000).share_memory_()\nprint(x.sum())\n", "ok"),
    ("import os\nif os.fork() == 0:\n    os._exit(0)\nos.wait()\n", "ok"),
    ("import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n", "ok"),
    ("raise ValueError('wrong')\n", "error"),
    ("import os\nos.kill(os.getpid(), 9)\n", "crashed"),
    ("while True: pass\n", "timeout"),
)
PARTS = 10
GROWTH = 1.1


def main() -> None:
    """Run, print the table, and exit with 1 if something grew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args()
    sys.exit(asyncio.run(count(options.runs, options.clients)))


async def count(runs: int, clients: int) -> int:
    """The whole of it."""
    endings: Counter[str] = Counter()
    wrong: list[str] = []
    rows: list[Mapping[str, int]] = []
    async with server() as (url, pid), httpx.AsyncClient(base_url=url, timeout=120) as client:
        await several(client, range(200), clients, endings, wrong)  # everything has been used once
        rows.append(await look(pid))
        for part in range(PARTS):
            numbers = range(part * runs // PARTS, (part + 1) * runs // PARTS)
            await several(client, numbers, clients, endings, wrong)
            rows.append(await look(pid))
            print(f"{numbers.stop:6} runs: {dict(rows[-1])}", flush=True)
    print(f"endings: {dict(endings)}; wrong: {len(wrong)} {wrong[:5]}")
    grown = [name for name in rows[0] if has_grown(name, [row[name] for row in rows])]
    print(f"grown: {', '.join(grown) or 'nothing'}")
    return 1 if wrong or grown else 0


def has_grown(name: str, values: list[int]) -> bool:
    """Memory may settle in the first tenth, and then stay within a tenth; a count may not grow at all."""
    if name.endswith("MiB"):
        return values[-1] > GROWTH * values[1]
    return values[-1] > max(values[:2]) + (2 if name == "descriptors" else 0)


async def several(
    client: httpx.AsyncClient, numbers: range, clients: int, endings: Counter[str], wrong: list[str]
) -> None:
    """The runs of those *numbers*, *clients* at a time."""
    todo = iter(numbers)

    async def one_after_the_other() -> None:
        for number in todo:
            code, status, printed = program(number)
            response = await client.post("/api/v1/runs", json={"code": code, "seed": 0, "timeout": 5})
            response.raise_for_status()
            answer = response.json()
            endings[answer["status"]] += 1
            if answer["status"] != status or (printed is not None and answer["stdout"] != printed):
                wrong.append(f"{number}: {answer['status']} {answer['message']} {answer['stdout']!r}")

    await asyncio.gather(*(one_after_the_other() for _ in range(clients)))


def program(number: int) -> tuple[str, str, str | None]:
    """What the run of that *number* is: code, status, and what it prints where that is known."""
    if number % 100 == 99:
        odd = number // 100
        # The endless one costs seconds each time.
        code, status = ODD[odd % len(ODD) if odd % (10 * len(ODD)) == len(ODD) - 1 else odd % (len(ODD) - 1)]
        return code, status, None
    size = number % 50 + 1
    return PLAIN.format(n=size), "ok", f"{float(size * (size - 1) // 2)}\n"


async def look(pid: int) -> Mapping[str, int]:
    """What there is while no run is going on and the warm children are back."""
    await asyncio.sleep(4)
    family = descendants(pid)
    return {
        **leftovers(pid),
        "processes": len(family),
        "zygotes' MiB": max((resident(child) for child in family if not is_run(child)), default=0),
        "seat files": files_in_seats(),
    }


def files_in_seats() -> int:
    """Files that lie in runs' folders."""
    base = Path(os.environ.get("TMPDIR", tempfile.gettempdir()))
    return sum(len(list(seat.iterdir())) for seat in base.glob("fieldnotes-seats-*/*"))


def descendants(pid: int) -> list[int]:
    """All processes below *pid*."""
    found, todo = [], [pid]
    while todo:
        children = Path(f"/proc/{todo[-1]}/task/{todo.pop()}/children")
        below = [int(child) for child in children.read_text("ascii").split()] if children.exists() else []
        found += below
        todo += below
    return found


def resident(pid: int) -> int:
    """Resident memory in MiB."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return next((int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0)


def is_run(pid: int) -> bool:
    """Whether the process has a run's user id."""
    return Path(f"/proc/{pid}").stat().st_uid != os.geteuid()


if __name__ == "__main__":
    main()
