"""What browsers are told to allow, and who may post. Pure ASGI."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Problem, respond
from app.web.language import N_
from app.web.policy import HEADERS

UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})


class SecurityHeaders:
    """Adds the headers of :mod:`app.web.policy` to every response that doesn't set its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with the headers added to what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


class SameOriginOnly:
    """Refuses what another site's page makes a reader's browser send.

    Programs send no such headers and pass.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403."""
        if scope["type"] == "http" and scope["method"] in UNSAFE and not from_here(Headers(scope=scope)):
            request = Request(scope, receive)
            detail = N_("Another site asked for this. Open the page here and press the button there.")
            await respond(request, Problem(403, detail, kind="cross_origin"))(scope, receive, send)
            return
        await self.app(scope, receive, send)


def from_here(headers: Headers) -> bool:
    """Whether an unsafe request comes from our pages, from the reader directly, or from no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class BodyLimit:
    """Refuses bodies over *limit* bytes.

    By what they announce, and by what really comes (chunked ones, too).
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what is read of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdigit() and int(announced) > self.limit:
            await respond(Request(scope, receive), too_large(self.limit))(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.limit:
                raise too_large(self.limit)  # the framework lets HTTPExceptions of reading through
            return message

        await self.app(scope, counted, send)


def too_large(limit: int) -> Problem:
    """The Problem of more than *limit* bytes."""
    return Problem(413, kind="too_large", limit=f"{limit:,} bytes")
