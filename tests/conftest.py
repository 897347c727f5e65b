"""Fixtures for every kind of test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.runs.local import LocalEngine
from tests.support import running, settings


@pytest.fixture(scope="session")
async def engine() -> AsyncIterator[LocalEngine]:
    """A real engine behind the real wall, shared by the session's tests; its limits are small."""
    async with running(settings()) as started:
        yield started
