"""What browsers are told to allow, and who may post. Pure ASGI."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings
from app.web.errors import respond
from app.web.language import N_
from app.web.policy import HEADERS
from app.web.problem import Problem

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

    Programs send no such headers and pass. Where *names* are given, a browser must also have asked for one of them:
    a site that has its own name lead to this machine is of the same origin, in that browser's eyes.
    """

    def __init__(self, app: ASGIApp, names: Callable[[str], bool] = lambda _name: True) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403."""
        if scope["type"] == "http" and scope["method"] in UNSAFE:
            detail = self._objection(Headers(scope=scope))
            if detail:
                problem = Problem(403, detail, kind="cross_origin")
                await respond(Request(scope, receive), problem)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _objection(self, headers: Headers) -> str:
        if not from_here(headers):
            return N_("Another site asked for this. Open the page here and press the button there.")
        browser = "sec-fetch-site" in headers or "origin" in headers
        if browser and not self.names(host_of(f"//{headers.get('host', '')}")):
            return N_("This service isn't known by that name. Its operator can set FIELDNOTES_PUBLIC_URL.")
        return ""


def from_here(headers: Headers) -> bool:
    """Whether an unsafe request comes from our pages, from the reader directly, or from no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def names_of(settings: Settings) -> Callable[[str], bool]:
    """The host names under which browsers may use a service with these *settings*.

    Any, where it listens for other machines or behind a proxy: it can't know them all. One that listens on the
    loopback address has the names of that, and its public one.
    """
    if not is_loopback(settings.host) or settings.trusted_proxies:
        return lambda _name: True
    public = host_of(settings.public_url)
    return lambda name: is_loopback(name) or (bool(public) and name == public)


def is_loopback(name: str) -> bool:
    """Whether *name* can mean nothing but this machine."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def host_of(address: str) -> str:
    """The host's name in *address*, lower case; empty where it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
