"""Bodies and connections that try to take more than a request may: size, time, depth, nonsense, and leaving."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.settings import Settings
from tests.fakes import FakeEngine, say
from tests.raw import Answer, answer, ask, assert_guarded, connect, post, request
from tests.web import make_app, serving, write_notes

BODY_S = 0.6
FORM = "application/x-www-form-urlencoded"
RUNS = "/en/notes/sample/runs"
API = "/api/v1/runs"
PART = b"--x\r\nContent-Disposition: form-data; name=snippet\r\n\r\n"
PATHS = [(API, "application/json"), (RUNS, FORM), ("/theme", FORM), (RUNS, "multipart/form-data; boundary=x")]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
async def url(notes: Path, engine: FakeEngine) -> AsyncIterator[str]:
    async with serving(make_app(notes, engine, body_s=BODY_S)) as address:
        yield address


def head(path: str, *headers: str) -> bytes:
    """A request whose body is still to come, on a connection that is to stay."""
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: notes.test", *headers, "", ""]).encode()


async def drip(url: str, opening: bytes, *, every_s: float = 0.05, for_s: float = 10.0) -> tuple[Answer, float]:
    """*opening*, and then a byte at a time until the server has had enough: what it said and how long it took."""
    reader, writer = await connect(url)
    writer.write(opening)
    began = time.monotonic()
    reading = asyncio.create_task(answer(reader, wait_s=for_s))
    while not reading.done() and time.monotonic() - began < for_s:
        with contextlib.suppress(ConnectionError):
            writer.write(b" ")
            await writer.drain()
        await asyncio.wait({reading}, timeout=every_s)
    got = await reading
    writer.close()
    return got, time.monotonic() - began


@pytest.mark.parametrize(("path", "kind"), PATHS)
@pytest.mark.parametrize("length", ["10000000000", "9" * 19])
async def test_an_announced_giant_is_refused_before_it_comes(
    url: str, engine: FakeEngine, path: str, kind: str, length: str
) -> None:
    began = time.monotonic()
    reader, writer = await connect(url)
    writer.write(head(path, f"Content-Type: {kind}", f"Content-Length: {length}") + b"{")
    got = await answer(reader, wait_s=BODY_S + 3)
    assert got.status == 413
    assert_guarded(got)
    assert time.monotonic() - began < BODY_S + 2.5  # closed, though the body never came
    assert engine.requests == []
    writer.close()


@pytest.mark.parametrize(("path", "kind"), PATHS)
async def test_an_endless_chunked_body_is_cut_at_the_limit(url: str, engine: FakeEngine, path: str, kind: str) -> None:
    reader, writer = await connect(url)
    opening = PART if kind.startswith("multi") else b"snippet="
    writer.write(head(path, f"Content-Type: {kind}", "Transfer-Encoding: chunked"))
    writer.write(b"%x\r\n%b\r\n" % (len(opening), opening))
    reading = asyncio.create_task(answer(reader))
    sent, chunk = 0, b"10000\r\n" + b"a" * 65536 + b"\r\n"
    limit = 6 * (Settings().code_bytes + Settings().stdin_bytes)
    with contextlib.suppress(ConnectionError):
        while not reading.done() and sent < 64 * 2**20:
            writer.write(chunk)
            await writer.drain()
            sent += 65536
            if reader._buffer or sent > limit + 16 * 2**20:  # type: ignore[attr-defined]
                break
    writer.close()
    got = await reading
    assert got.status == 413
    assert_guarded(got)
    assert engine.requests == []


@pytest.mark.parametrize(("path", "kind"), PATHS)
async def test_a_slow_body_is_given_up(url: str, engine: FakeEngine, path: str, kind: str) -> None:
    opening = head(path, f"Content-Type: {kind}", "Content-Length: 5000")
    opening += PART if kind.startswith("multi") else b""
    got, took_s = await drip(url, opening)
    assert got.status == 408
    assert_guarded(got)
    assert got.headers["connection"] == "close"
    assert BODY_S * 0.8 < took_s < BODY_S + 2
    assert engine.requests == []


async def test_a_body_that_stops_coming_is_given_up(url: str) -> None:
    got = await ask(url, head(API, "Content-Type: application/json", "Content-Length: 50") + b'{"code"')
    assert got.status == 408


@pytest.mark.parametrize("opening", [b"", b"GET /en/ HTT", b"GET /en/ HTTP/1.1\r\nHost: notes.test\r\nX-Slow: "])
async def test_slow_headers_are_given_up(url: str, opening: bytes) -> None:
    got, took_s = await drip(url, opening)
    assert got.status in {0, 400}
    assert took_s < BODY_S + 2


async def test_a_body_that_nobody_reads_does_not_keep_the_connection(url: str) -> None:
    opening = b"GET /healthz HTTP/1.1\r\nHost: notes.test\r\nContent-Length: 5000\r\n\r\n"
    got, took_s = await drip(url, opening)
    assert got.status == 200
    assert took_s < BODY_S + 2


async def test_a_long_run_is_not_a_late_body(url: str, engine: FakeEngine) -> None:
    engine.script = say(("stdout", 1, {"text": "a\n"}), 2 * BODY_S, ("stdout", 1, {"text": "b\n"}))
    for accept in ("application/json", "text/event-stream"):
        got = await ask(url, post(API, b'{"code": "x"}', f"Accept: {accept}"))
        assert got.status == 200
        assert "b\\n" in got.text


async def test_many_requests_on_one_connection_outlive_the_limit(url: str) -> None:
    reader, writer = await connect(url)
    for _ in range(6):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: notes.test\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await reader.readuntil(b'{"status":"ok"}')
        await asyncio.sleep(BODY_S / 3)
    writer.close()


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"[" * 200_000, "application/json", 400),
        (b'{"code":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "application/json", 400),
        (b'{"a":' * 50_000, "application/json", 400),
        (b'{"code": "\xff\xfe"}', "application/json", 400),
        (b'{"seed": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b'{"code": "x", "seed": NaN}', "application/json", 422),
        (b'{"code": "x", "timeout": NaN}', "application/json", 422),
        (b'{"code": "x", "timeout": -Infinity}', "application/json", 422),
        (b'{"code": "x", "\\ud800": 1}', "application/json", 422),
        (b'{"snippet": "\\ud800"}', "application/json", 422),
        (b'{"code": {"$ref": "#"}}', "application/json", 422),
        (b'"code"', "application/json", 422),
        (b"null", "application/json", 422),
        (b"", "application/json", 422),
        (b'{"code": "x"', "application/json", 422),
        (b'{"code": "x"}', "text/plain", 415),
        (b'{"code": "x"}', FORM, 415),
        (b'{"code": "x"}', "application/json\xff", 415),
        (b'{"code": "x"}', "multipart/form-data; boundary=" + "x" * 500, 415),
        (b"code=x", FORM, 415),
    ],
)
async def test_what_is_no_json_is_told_so(url: str, engine: FakeEngine, body: bytes, kind: str, status: int) -> None:
    got = await ask(url, post(API, body, kind=kind))
    assert got.status == status, got
    assert_guarded(got)
    assert got.headers["content-type"] == "application/problem+json"
    assert json.loads(got.body)["status"] == status
    assert engine.requests == []


async def test_of_a_key_that_comes_twice_the_last_counts(url: str, engine: FakeEngine) -> None:
    got = await ask(url, post(API, b'{"code": "first", "code": "last"}'))
    assert got.status == 200
    assert [asked.code for asked in engine.requests] == ["last"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"snippet=hello&snippet=checks&snippet=..", FORM),
        (b"&".join(b"a%d=1" % number for number in range(50_000)), FORM),
        (b"snippet" * 50_000, FORM),
        (b"\xff\xfe=%zz&snippet=%", FORM),
        (b"--x\r\n" * 50_000, "multipart/form-data; boundary=x"),
        (PART.replace(b"=snippet", b"=snippet; filename=a") + b"hello\r\n--x--\r\n", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--\r\n", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data; name=snippet\r\n\r\nhello", "multipart/form-data"),
        (b"--x\r\n" + b"A: b\r\n" * 50_000, "multipart/form-data; boundary=x"),
        ((PART + b"1\r\n") * 9000 + b"--x--", "multipart/form-data; boundary=x"),
        (b'{"snippet": "hello"}', "application/json"),
        (b"", "multipart/form-data; boundary=\xff"),
    ],
)  # fmt: skip
async def test_odd_forms_run_nothing_and_break_nothing(url: str, engine: FakeEngine, body: bytes, kind: str) -> None:
    got = await ask(url, post(RUNS, body, kind=kind))
    assert got.status in {400, 404, 422}, got
    assert_guarded(got)
    assert engine.requests == []


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /en/\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 300_000 + b"\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 50_000 + b"\r\n",
        b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nContent-Length: \xb2\r\n\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nabc",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n",
        b"POST /theme HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n",
    ],
    ids=lambda sent: repr(sent[:60]),
)
async def test_what_is_no_http_is_told_so_with_every_header(url: str, sent: bytes) -> None:
    got = await ask(url, sent)
    assert got.status == 400, got
    assert_guarded(got)
    assert got.raw.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("version", [b"2.0", b"9.9", b"1.0"])
async def test_another_version_is_answered_as_any(url: str, version: bytes) -> None:
    sent = b"GET /en/nowhere HTTP/%b\r\nHost: a\r\nConnection: close\r\n\r\n" % version
    assert_guarded(await ask(url, sent))


async def test_a_request_cannot_be_smuggled_in_another(url: str, engine: FakeEngine) -> None:
    inner = post(API, b'{"code": "smuggled"}')
    outer = (
        b"POST /theme HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n" % (5 + len(inner))
    )
    await ask(url, outer + inner)
    assert engine.requests == []


@pytest.mark.parametrize("streamed", [True, False])
@pytest.mark.parametrize("abruptly", [True, False])
@pytest.mark.parametrize("waiting", [True, False])
async def test_a_reader_who_leaves_takes_the_run_along(
    url: str, engine: FakeEngine, *, streamed: bool, abruptly: bool, waiting: bool
) -> None:
    engine.ahead, engine.turn_s, engine.script = (3, 30.0, say()) if waiting else (0, 0, say(60.0))
    accept = "Accept: text/event-stream" if streamed else "Accept: application/json"
    reader, writer = await connect(url)
    writer.write(post(API, b'{"code": "x"}', accept))
    if streamed:
        await reader.readuntil(b"queued")
    else:
        while not engine.requests:  # noqa: ASYNC110 - the fake tells nobody
            await asyncio.sleep(0.01)
    if abruptly:
        connection: socket.socket = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
    writer.close()
    async with asyncio.timeout(5):
        while not engine.closed:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert engine.closed == ["run-1"]


async def test_the_service_is_well_after_all_of_it(url: str) -> None:
    for sent in (b"\x00" * 100_000, request("GET", "/static/%00"), head(API, "Content-Length: 99")):
        await ask(url, sent)
    assert (await ask(url, request("GET", "/readyz"))).status == 200
