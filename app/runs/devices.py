"""Which devices are here. CUDA is asked in a process of its own: asking in the zygote would poison its children."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

PROBE = """
import json, torch
names = {}
if torch.version.cuda and torch.cuda.is_available():
    names["cuda"] = torch.cuda.get_device_name(0)
print(json.dumps({"names": names, "count": torch.cuda.device_count() if names else 0}))
"""
PROBE_S = 120.0


async def probe(python: str = sys.executable) -> dict[str, str]:
    """Devices that runs can use and what they are called, ``cpu`` first."""
    devices = {"cpu": "CPU"}
    if not await asyncio.to_thread(_has_nvidia_nodes):
        return devices
    process = await asyncio.create_subprocess_exec(
        python, "-c", PROBE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), PROBE_S)
        devices.update(json.loads(output)["names"])
    except (TimeoutError, ValueError):
        if process.returncode is None:
            process.kill()
            await process.wait()
    return devices


def _has_nvidia_nodes() -> bool:
    """Whether a driver offers devices at all; without one the probe's seconds are saved."""
    return Path("/dev/nvidiactl").exists() or Path("/dev/dxg").exists()
