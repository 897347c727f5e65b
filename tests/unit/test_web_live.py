"""Messages are few, silence is kept alive, and a reader who goes takes the run along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

import pytest
from starlette.types import Message

from app.runs.models import RunRequest
from app.sandbox.protocol import Event
from app.web.live import Disconnected, LiveResponse, OpenRun, batches, until_disconnect
from tests.fakes import FakeEngine, say

REQUEST = RunRequest(code="x")


def text(content: str) -> tuple[str, int | None, dict[str, str]]:
    return ("stdout", 1, {"text": content})


async def open_run(engine: FakeEngine) -> OpenRun:
    return await OpenRun.open(engine.run(REQUEST))


async def test_what_comes_together_travels_together() -> None:
    engine = FakeEngine(say(text("a"), text("b"), 0.1, text("c")))
    groups = [[event.kind for event in group] async for group in batches(await open_run(engine), window_s=0.03)]
    assert groups == [["queued", "started", "stdout", "stdout"], ["stdout", "done"]]


async def test_silence_is_reported() -> None:
    engine = FakeEngine(say(text("a"), 0.2))
    groups = [group async for group in batches(await open_run(engine), window_s=0.01, quiet_s=0.05)]
    assert [] in groups
    assert groups[-1][-1].kind == "done"


async def test_closing_in_a_silence_closes_the_run() -> None:
    engine = FakeEngine(say(30.0))
    stream = batches(await open_run(engine), window_s=0.01, quiet_s=0.05)
    await anext(stream)
    await anext(stream)
    await stream.aclose()
    assert engine.closed == ["run-1"]


async def test_closing_before_anything_was_read_closes_the_run() -> None:
    engine = FakeEngine(say(30.0))
    run = await open_run(engine)
    await run.aclose()
    assert engine.closed == ["run-1"]


async def test_a_failing_engine_fails_the_stream() -> None:
    async def broken() -> AsyncIterator[Event]:
        yield Event("queued", 0, 0.0, None, {"id": "x"})
        raise RuntimeError("engine")

    with pytest.raises(RuntimeError, match="engine"):
        _ = [group async for group in batches(await OpenRun.open(broken()))]


async def test_a_client_that_goes_ends_the_response_at_once() -> None:
    engine = FakeEngine(say(30.0))
    run = await open_run(engine)

    async def chunks() -> AsyncGenerator[bytes, None]:
        groups = batches(run, window_s=0.01)
        try:
            async for _ in groups:
                yield b"x"
        finally:
            await groups.aclose()

    sent: list[Message] = []
    gone = asyncio.Event()

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            gone.set()

    async with asyncio.timeout(2):
        await LiveResponse(run, chunks())({"type": "http"}, receive, send)
    assert engine.closed == ["run-1"]
    assert dict(sent[0]["headers"])[b"x-accel-buffering"] == b"no"


async def test_a_client_that_goes_before_the_first_byte_ends_the_run_too() -> None:
    engine = FakeEngine(say(30.0))
    run = await open_run(engine)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        await asyncio.sleep(30)

    async with asyncio.timeout(2):
        await LiveResponse(run, batches_of(run))({"type": "http"}, receive, send)
    assert engine.closed == ["run-1"]


async def batches_of(run: OpenRun) -> AsyncGenerator[bytes, None]:
    async for _ in run:
        yield b""


async def test_work_is_cancelled_when_the_client_goes() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    with pytest.raises(Disconnected):
        await until_disconnect(receive, asyncio.sleep(30))


async def test_the_result_comes_back_when_the_client_stays() -> None:
    async def receive() -> Message:
        await asyncio.sleep(30)
        return {"type": "http.disconnect"}

    assert await until_disconnect(receive, asyncio.sleep(0, "done")) == "done"
