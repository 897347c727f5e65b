"""How large a request's body may be, and how long it may take to come. Pure ASGI."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import respond
from app.web.problem import Problem

_DIGITS = 20
"""Longer lengths than this are too large without being read."""


class BodyLimit:
    """Refuses bodies over *limit* bytes, and those that aren't there after *seconds*.

    By what they announce, and by what really comes (chunked ones, too). Only what the application reads counts: a
    run that streams for a minute is not a body that is late.
    """

    def __init__(self, app: ASGIApp, limit: int, seconds: float) -> None:
        self.app = app
        self.limit = limit
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what is read of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self._announced(scope):
            await respond(Request(scope, receive), too_large(self.limit))(scope, receive, send)
            return
        await self.app(scope, _Counted(receive, self.limit, self.seconds), send)

    def _announced(self, scope: Scope) -> bool:
        said = Headers(scope=scope).get("content-length", "")
        return said.isascii() and said.isdigit() and (len(said) > _DIGITS or int(said) > self.limit)


class _Counted:
    """``receive`` that raises a Problem, which the framework lets through, where too much comes or too late."""

    def __init__(self, receive: Receive, limit: int, seconds: float) -> None:
        self._receive = receive
        self._limit = limit
        self._until = asyncio.get_running_loop().time() + seconds
        self._read = 0
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()  # what is waited for now is that the client goes
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            problem = Problem(408)
            problem.headers = {"Connection": "close"}  # or what still trickles in would keep it open
            raise problem from None
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            raise too_large(self._limit)
        self._whole = not message.get("more_body", False)
        return message


def too_large(limit: int) -> Problem:
    """The Problem of more than *limit* bytes."""
    return Problem(413, kind="too_large", limit=f"{limit:,} bytes")
