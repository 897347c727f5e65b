"""Requests byte by byte over a socket: what no well-behaved client sends."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.web.policy import HEADERS


@dataclass(frozen=True, slots=True)
class Answer:
    """The first answer on a connection; status 0 where there was none."""

    status: int
    headers: dict[str, str]
    body: bytes
    raw: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def request(method: str, target: str, *headers: str, body: bytes = b"", host: str | None = "notes.test") -> bytes:
    """A request that asks for the connection to be closed afterwards; *headers* as they go over the wire."""
    lines = [f"{method} {target} HTTP/1.1", *([f"Host: {host}"] if host is not None else []), *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body


def post(target: str, body: bytes, *headers: str, kind: str = "application/json") -> bytes:
    """A POST of *body*."""
    return request("POST", target, f"Content-Type: {kind}", *headers, body=body)


async def connect(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the server at *url*."""
    address = urlsplit(url)
    return await asyncio.open_connection(address.hostname, address.port, limit=2**24)


async def ask(url: str, sent: bytes, *, wait_s: float = 10.0) -> Answer:
    """What comes back for *sent* until the server closes the connection."""
    reader, writer = await connect(url)
    try:
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
        return await answer(reader, wait_s=wait_s)
    finally:
        writer.close()


async def answer(reader: asyncio.StreamReader, *, wait_s: float = 10.0) -> Answer:
    """The answer that *reader* gives until its end."""
    raw = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(wait_s):
            while chunk := await reader.read(65536):
                raw += chunk
    raw = raw.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split()
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    return Answer(int(parts[1]) if len(parts) > 1 else 0, {k.lower(): v for k, v in headers.items()}, body, raw)


def assert_guarded(got: Answer) -> None:
    """An answer carries the policy, tells nothing of the server, and is no failure of ours."""
    assert 200 <= got.status < 500, got
    for name, value in HEADERS.items():
        assert got.headers.get(name.lower()) == value, (name, got)
    assert "server" not in got.headers
    assert b"uvicorn" not in got.raw
    assert b"Traceback" not in got.raw
    assert not [name for name in got.headers if name.startswith("access-control-")]
    assert "x-owned" not in got.headers
    assert "owned" not in got.headers.get("set-cookie", "")
