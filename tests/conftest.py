"""Fixtures for every kind of test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import structlog

from app.runs.local import LocalEngine
from tests.support import running, settings

# The default writes out every variable of every frame, which for one failed request takes half a minute.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


@pytest.fixture(scope="session")
async def engine() -> AsyncIterator[LocalEngine]:
    """A real engine behind the real wall, shared by the session's tests; its limits are small."""
    async with running(settings()) as started:
        yield started
