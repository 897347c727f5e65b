"""Run inside gVisor by ``test_gvisor.py``: programs in, results out, as JSON on standard output.

runsc … do python -m tests.abuse.in_gvisor '{"sandbox": "open", "programs": {"name": "code"}}'
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from app.runs.engine import collect
from app.runs.models import RunRefused, RunRequest
from tests.abuse.conftest import NEIGHBOUR, NEIGHBOURS_WORDS, Remains
from tests.support import running, settings, settled


async def main(job: dict[str, Any]) -> dict[str, Any]:
    """Each program beside an honest neighbour, and then what is left."""
    found: dict[str, Any] = {}
    chosen = settings(uid_base=300_000, sandbox=job["sandbox"], timeout_s=10, memory_bytes=600 * 2**20)
    async with running(chosen) as engine:
        facts = engine.describe()
        found["layers"] = [layer["name"] for layer in facts["layers"] if layer["in_force"]]
        found["complete"] = facts["complete"]
        await settled(engine)
        before = Remains.of(engine)
        for name, code in job["programs"].items():
            honest = RunRequest(code=NEIGHBOUR, snippet="a/neighbour", stdin="0.05\n" * 4, client="b", timeout_s=40)
            neighbour = asyncio.create_task(collect(engine.run(honest)))
            try:
                result = await collect(engine.run(RunRequest(code=code, client="a", timeout_s=6)))
                found[name] = {"status": result.status, "stdout": result.stdout[:500], "message": result.message}
            except RunRefused as refused:
                found[name] = {"status": "refused", "stdout": "", "message": refused.message}
            found[name]["neighbour"] = (await neighbour).stdout == NEIGHBOURS_WORDS
        await settled(engine)
        after = Remains.of(engine)
        found["left"] = sorted({*after.processes, *after.files} - {*before.processes, *before.files})
    return found


if __name__ == "__main__":
    sys.stdout.write(f"RESULT {json.dumps(asyncio.run(main(json.loads(sys.argv[1]))))}\n")
