"""Which devices are here. CUDA is asked in a process of its own: asking in the zygote would poison its children."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path

PROBE = """
import json, torch
names = {}
if torch.version.cuda and torch.cuda.is_available():
    names["cuda"] = torch.cuda.get_device_name(0)
print(json.dumps({"names": names, "count": torch.cuda.device_count() if names else 0}))
"""
PROBE_S = 120.0
EXAMINATION = """
import json, platform, torch
print(json.dumps({"torch": torch.__version__, "python": platform.python_version()}))
"""


class NoTorch(Exception):  # noqa: N818 - it is an answer, not an accident
    """An interpreter can't be used as a runtime, and why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Found:
    """What an interpreter turned out to have."""

    torch: str
    python: str
    devices: dict[str, str]


async def examine(python: str) -> Found:
    """Start the interpreter *python* and ask for its torch. Raises :class:`NoTorch` where it has none to show."""
    try:
        process = await asyncio.create_subprocess_exec(
            python, "-c", EXAMINATION, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
    except OSError as error:
        raise NoTorch(f"its interpreter can't be started: {error.strerror or error}") from error
    try:
        output, said = await asyncio.wait_for(process.communicate(), PROBE_S)
    except TimeoutError as error:
        raise NoTorch(f"its interpreter did not import torch within {PROBE_S:g} s") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    try:
        facts = json.loads(output)
        return Found(str(facts["torch"]), str(facts["python"]), await probe(python))
    except (ValueError, KeyError, TypeError) as error:
        last = said.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise NoTorch(f"its interpreter can't import torch: {last or f'it ended with {process.returncode}'}") from error


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
