"""One line of log and one count per request, and an id that joins them to what the client saw. Pure ASGI."""

from __future__ import annotations

import re
import time
import uuid
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_QUIET = ("/static/", "/api/v1/assist", "/healthz", "/readyz", "/metrics")
_METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"})
_log = structlog.get_logger("fieldnotes.request")


class RequestLog:
    """Logs each request when it has been answered; addresses with their query, never bodies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log how it went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        ident = given if _ID.match(given) else uuid.uuid4().hex
        status = 0
        started = time.perf_counter()

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = ident
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=ident):
            try:
                await self.app(scope, receive, with_id)
            except Exception:
                _log.exception("request_failed", method=scope["method"], path=scope["path"])
                raise
            finally:
                _record(scope, status, time.perf_counter() - started)


def _record(scope: Scope, status: int, seconds: float) -> None:
    route: Any = scope.get("route")
    name = getattr(route, "path", "-")
    metrics = scope["app"].state.services.metrics
    method = scope["method"] if scope["method"] in _METHODS else "other"  # or a client could make us count for ever
    metrics.requests.labels(method, name, str(status)).inc()
    metrics.latency.labels(name).observe(seconds)
    path = scope["path"]
    level = _log.debug if path.startswith(_QUIET) else _log.info
    level("request", method=scope["method"], path=path, status=status, ms=round(seconds * 1000, 1))
