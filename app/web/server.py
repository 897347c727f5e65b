"""The HTTP server as we run it: uvicorn, told to say nothing of itself, and with bounds on its patience."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.runs.engine import Engine
from app.settings import Settings
from app.web.policy import HEADERS

GRACE_S = 4
"""What a run that is going on gets when the service is told to stop. A container's engine kills after ten seconds."""


def server(app: FastAPI, settings: Settings, **changes: Any) -> uvicorn.Server:
    """A server of *app*; *changes* are for tests that bind a socket of their own."""
    chosen: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "http": type("Patient", (Patient,), {"seconds": settings.body_s}),
        "ws": "none",
        "log_config": None,
        "access_log": False,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE_S + 3,
        **changes,
    }
    return Server(uvicorn.Config(app, **chosen), app.state.services.engine)


class Server(uvicorn.Server):
    """Gives the runs that are going on a while at the end, and those that take longer a sentence.

    uvicorn itself would close their connections without a word.
    """

    def __init__(self, config: uvicorn.Config, engine: Engine) -> None:
        super().__init__(config)
        self._engine = engine

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, let what is going on come to its end, and stop."""
        draining = asyncio.create_task(self._engine.drain(GRACE_S))
        await super().shutdown(sockets)
        await draining


class Patient(H11Protocol):
    """The protocol of uvicorn, with a limit on how long a connection may go without a request being served.

    Of its own it waits for ever for a client that sends its headers a byte at a time, or goes on sending a body that
    has already been answered.
    """

    seconds: float
    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected; the first request is due."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Something has come; a request that is whole is waited for no more."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()

    def on_response_complete(self) -> None:
        """The next request is due."""
        self._wait_no_more()
        self._wait()
        super().on_response_complete()  # which goes on to a request that is already there

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no HTTP, with the headers that every answer of ours has."""
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.close()  # an answer is under way: there is no room for another
            return
        own = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close", **HEADERS}
        headers = [(name.lower().encode(), value.encode()) for name, value in own.items()]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(self.seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
