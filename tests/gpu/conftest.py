"""Tests that need a CUDA device: skipped, with the reason, where there is none."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.runs import devices
from app.runs.local import LocalEngine
from tests.support import running, settings


@pytest.fixture(scope="session")
async def gpu_engine() -> AsyncIterator[LocalEngine]:
    """A real engine on a machine with a GPU; a CUDA context needs more memory than the other tests allow."""
    found = await devices.probe()
    if "cuda" not in found:
        pytest.skip("no CUDA device is attached (or this torch was built without CUDA)")
    async with running(settings(memory_bytes=4 << 30, timeout_s=60.0)) as engine:
        yield engine
