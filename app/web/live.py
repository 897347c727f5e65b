"""A run as it is sent.

Joined into few messages, kept alive while silent, and cancelled when the reader goes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Mapping
from typing import Any, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.runs.models import Event

T = TypeVar("T")
WINDOW_S = 0.03
"""Events this close together travel in one message.

A run that ends sooner changes the page once, without a flicker.
"""
QUIET_S = 10.0
"""A comment is sent after so long a silence, for the proxies on the way."""

STREAM_HEADERS: Mapping[str, str] = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Disconnected(Exception):  # noqa: N818 - it is news, not an error
    """The client has gone; nobody reads the answer."""


class OpenRun(AsyncIterator[Event]):
    """A run that the engine has accepted: its first event is here, the rest is to come."""

    def __init__(self, first: Event, rest: AsyncIterator[Event]) -> None:
        self.first = first
        self._given = False
        self._rest = rest

    @classmethod
    async def open(cls, events: AsyncIterator[Event]) -> OpenRun:
        """Wait for the first event. Raises :class:`app.runs.models.RunRefused` where the engine does."""
        return cls(await anext(events), events)

    async def __anext__(self) -> Event:
        """The first event, then the others."""
        if not self._given:
            self._given = True
            return self.first
        return await anext(self._rest)

    async def aclose(self) -> None:
        """Cancel the run if it is still going on."""
        if isinstance(self._rest, AsyncGenerator):
            await self._rest.aclose()


async def batches(
    run: OpenRun, *, window_s: float = WINDOW_S, quiet_s: float = QUIET_S
) -> AsyncGenerator[list[Event], None]:
    """The events of *run* in groups of what came within *window_s*.

    An empty group after *quiet_s* of silence.
    """
    pending: asyncio.Task[Event] | None = None
    loop = asyncio.get_running_loop()
    try:
        while True:
            group: list[Event] = []
            deadline = loop.time() + quiet_s
            while True:
                pending = pending or asyncio.ensure_future(anext(run))
                await asyncio.wait({pending}, timeout=max(0.0, deadline - loop.time()))
                if not pending.done():
                    break
                event, pending = _taken(pending), None
                if event is None:
                    if group:
                        yield group
                    return
                if not group:
                    deadline = loop.time() + window_s
                group.append(event)
            yield group
    finally:
        if pending is not None:
            pending.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await pending
        await run.aclose()


class LiveResponse(Response):
    """A streamed response that closes its run as soon as the client goes, even in a silence."""

    def __init__(self, run: OpenRun, chunks: AsyncGenerator[bytes, None]) -> None:
        self.run = run
        self.chunks = chunks
        super().__init__(media_type="text/event-stream", headers=STREAM_HEADERS)
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send the chunks until they end or the client goes."""
        try:
            with contextlib.suppress(Disconnected):
                await until_disconnect(receive, self._send(send))
        finally:
            await self.chunks.aclose()
            await self.run.aclose()  # chunks that were never begun close nothing themselves

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def until_disconnect(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """The result of *work*, which is cancelled when the client goes. Raises :class:`Disconnected` then."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Disconnected
    finally:
        for waiting in (task, gone):
            waiting.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _taken(task: asyncio.Task[Event]) -> Event | None:
    """The task's event, or None where there are no more."""
    try:
        return task.result()
    except StopAsyncIteration:
        return None
