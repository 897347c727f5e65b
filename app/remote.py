"""Runs on another machine's service, over its API, as a local engine would give them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from app.runs.models import Event, RunRequest

CONNECT_S: Final = 10.0
SILENT_S: Final = 60.0
"""The service sends a comment every ten seconds of silence; after so long without one the connection is lost."""
STOP_S: Final = 5.0
_BUSY: Final = frozenset({429, 502, 503, 504})
_KNOWN: Final = frozenset({"kind", "seq", "t_ms", "line"})


class RemoteError(Exception):
    """The run could not be made, or not to its end. ``again`` says whether trying again may help."""

    def __init__(self, message: str, *, again: bool) -> None:
        super().__init__(message)
        self.again = again


@dataclass(frozen=True, slots=True)
class Remote:
    """The service at an address such as ``https://notes.example.org`` or ``localhost:8000``."""

    server: str

    @property
    def url(self) -> str:
        """The address, with a scheme and without what follows the host. Raises RemoteError where it is none."""
        address = self.server if "://" in self.server else f"http://{self.server}"
        try:
            parts = urlsplit(address)
            host, scheme, _ = parts.hostname, parts.scheme, parts.port
        except ValueError:
            host, scheme = None, ""
        if not host or scheme not in {"http", "https"}:
            raise RemoteError(f"{self.server!r} is no address: write one such as http://localhost:8000", again=False)
        return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    async def run(self, request: RunRequest) -> AsyncGenerator[Event]:
        """The events of one run as they come; closing it stops the run over there. Raises RemoteError."""
        timeout = httpx.Timeout(SILENT_S, connect=CONNECT_S)
        async with httpx.AsyncClient(base_url=self.url, timeout=timeout, follow_redirects=True) as client:
            run_id, ended = "", False
            try:
                with self._told():
                    async for event in _events(client, request):
                        run_id = run_id or str(event.data.get("id", ""))
                        ended = event.kind == "done"
                        yield event
                if not ended:
                    raise RemoteError(f"the connection to {self.url} broke before the run had ended", again=True)
            finally:
                if run_id and not ended:
                    await _stop(client, run_id)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """What can go wrong on the way, as a sentence."""
        try:
            yield
        except httpx.ConnectTimeout:
            raise RemoteError(f"{self.url} did not answer within {CONNECT_S:g} s", again=True) from None
        except httpx.ConnectError as error:
            raise RemoteError(f"can't reach {self.url}: {error}. Is the service running there?", again=True) from None
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            raise RemoteError(f"the connection to {self.url} broke before the end: {reason}", again=True) from None


async def _events(client: httpx.AsyncClient, request: RunRequest) -> AsyncIterator[Event]:
    headers = {"Accept": "text/event-stream"}
    async with client.stream("POST", "/api/v1/runs", json=_body(request), headers=headers) as response:
        kind = response.headers.get("content-type", "").partition(";")[0]
        if response.is_error:
            await response.aread()
            raise _refusal(response, kind)
        if kind != "text/event-stream":
            raise RemoteError(f"{client.base_url} is not a service of Torch Field Notes", again=False)
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                yield _event(json.loads(line.removeprefix("data: ")))


def _body(request: RunRequest) -> dict[str, Any]:
    """What the API is asked; what was left open is left to the service."""
    program = {"code": request.code} if request.snippet is None else {"snippet": request.snippet}
    asked = {
        "device": request.device,
        "runtime": request.runtime,
        "seed": request.seed,
        "stdin": request.stdin,
        "timeout": request.timeout_s,
        "looks": list(request.looks),
        "loopback": request.loopback,
    }
    return program | {name: value for name, value in asked.items() if value not in (None, [], False, "")}


def _event(said: Mapping[str, Any]) -> Event:
    data = {name: value for name, value in said.items() if name not in _KNOWN}
    return Event(said["kind"], said["seq"], said["t_ms"], said["line"], data)


def _refusal(response: httpx.Response, kind: str) -> RemoteError:
    """The service's own sentence where it gave one."""
    again = response.status_code in _BUSY
    if kind == "application/problem+json":
        problem = response.json()
        return RemoteError(f"{problem['title']}: {problem['detail']}", again=again)
    return RemoteError(f"{response.url.host} answered {response.status_code} {response.reason_phrase}", again=again)


async def _stop(client: httpx.AsyncClient, run_id: str) -> None:
    """Closing the stream stops the run; this does where something on the way keeps it open."""
    with contextlib.suppress(httpx.HTTPError):
        await client.delete(f"/api/v1/runs/{run_id}", timeout=STOP_S)
