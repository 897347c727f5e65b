"""``python -m app run --server``: what a terminal shows, how it exits, and what Ctrl-C does over there."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog

from app import cli_run
from app.__main__ import _parser
from app.runs import exits
from app.runs.local import LocalEngine
from app.runs.models import RunRefused
from app.settings import ROOT
from tests.fakes import FakeEngine, say
from tests.support import settings
from tests.web import make_app, serving, write_notes

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
SHOWN = say(
    ("stdout", 1, {"text": "hello\n"}),
    ("stderr", 1, {"text": "a warning\n"}),
    ("value", 2, {"data": {"text/plain": "tensor(1)"}}),
    ("assertion", 3, {"passed": True, "source": "x == 1", "message": ""}),
    ("figure", 4, {"data": {"image/png": PNG}, "width": 1, "height": 1, "alt": "a dot"}),
    ("variables", None, {"variables": [{"name": "x", "kind": "tensor", "shape": [2], "dtype": "torch.float32",
                                        "device": "cpu", "preview": "[1., 1.]"}]}),
)  # fmt: skip
PATIENT_S = 90.0


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The server is in this process, and standard output is what is looked at."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.configure(**before)


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(script=SHOWN)


@pytest.fixture
async def server(tmp_path: Path, engine: FakeEngine) -> AsyncIterator[str]:
    async with serving(make_app(write_notes(tmp_path / "notes"), engine)) as url:
        yield url


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text("print('hello')\n", "utf-8")
    return path


def options(*arguments: object) -> argparse.Namespace:
    return _parser().parse_args(["run", *map(str, arguments)])


async def run(*arguments: object) -> int:
    return await cli_run.run(options(*arguments))


async def test_it_shows_what_the_page_shows(
    server: str, program: Path, engine: FakeEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(program, "--server", server) == 0
    out, err = capsys.readouterr()
    assert out == "hello\ntensor(1)\n✓ line 3: assert x == 1\n[a dot, 1 x 1, 68 bytes of PNG]\n"
    assert err == "a warning\nIt ran to its end.\n"
    assert (engine.requests[0].code, engine.requests[0].device, engine.requests[0].seed) == (
        "print('hello')\n", "cpu", None,
    )  # fmt: skip


async def test_figures_are_saved_and_variables_listed_where_that_is_asked_for(
    server: str, program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "folder"
    assert await run(program, "--server", server, "--figures", folder, "--variables") == 0
    assert (folder / "figure-1.png").read_bytes().startswith(b"\x89PNG")
    out = capsys.readouterr().out
    assert f"saved as {folder / 'figure-1.png'}" in out
    assert "x: tensor [2] torch.float32 cpu = [1., 1.]" in out


async def test_what_is_asked_for_goes_along(server: str, program: Path, engine: FakeEngine) -> None:
    asked = ["--device", "cuda", "--runtime", "2.13.0", "--seed", str(2**60), "--timeout", "3", "--looks", "all"]
    assert await run(program, "--server", server, *asked) == 0
    request = engine.requests[0]
    assert (request.device, request.runtime, request.seed, request.timeout_s) == ("cuda", "2.13.0", 2**60, 3)
    assert request.looks == ("storages", "steps", "graphs")


async def test_the_server_knows_its_own_snippets(
    server: str, engine: FakeEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run("sample/checks", "--server", server) == 0
    assert (engine.requests[0].snippet, engine.requests[0].seed) == ("sample/checks", 11)
    assert await run("sample/none", "--server", server) == exits.NOT_RUN
    assert "There is no snippet sample/none" in capsys.readouterr().err


async def test_json_is_the_finished_run(server: str, program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(program, "--server", server, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], document["stdout"], document["runtime"]) == ("ok", "hello\n", "2.13.0")
    assert [event["kind"] for event in document["events"]][:2] == ["queued", "started"]


@pytest.mark.parametrize(
    ("status", "code"),
    [("ok", 0), ("error", 1), ("timeout", 3), ("memory", 3), ("output", 3), ("disk", 3), ("crashed", 4),
     ("cancelled", 130)],
)  # fmt: skip
@pytest.mark.parametrize("more", [[], ["--json"]])
async def test_the_exit_status_says_how_it_ended(  # noqa: PLR0917
    server: str, program: Path, engine: FakeEngine, capsys: pytest.CaptureFixture[str], status: str, code: int,
    more: list[str],
) -> None:  # fmt: skip
    engine.script = say(("stdout", 1, {"text": "hello\n"}), status=status, message="So it ended.")
    assert await run(program, "--server", server, *more) == code
    out, err = capsys.readouterr()
    assert "hello" in out
    assert more or err == "So it ended.\n"


@pytest.mark.parametrize(
    ("reason", "retry", "code"),
    [("queue_full", 4, 5), ("client_busy", 1, 5), ("no_wall", None, 2), ("invalid", None, 2)],
)
async def test_a_refusal_is_said_in_the_servers_words(  # noqa: PLR0917
    server: str, program: Path, engine: FakeEngine, capsys: pytest.CaptureFixture[str], reason: str,
    retry: int | None, code: int,
) -> None:  # fmt: skip
    engine.refuse = RunRefused(reason, "because it is so", retry)
    assert await run(program, "--server", server) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert ": " in err


async def test_a_program_that_is_too_large_is_refused(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.py"
    large.write_text("#" * 70_000, "utf-8")
    assert await run(large, "--server", server) == exits.NOT_RUN
    assert "65,536 bytes" in capsys.readouterr().err


async def test_there_must_be_a_program(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run("nowhere.py", "--server", server) == exits.NOT_RUN
    assert await run("nowhere") == exits.NOT_RUN
    assert capsys.readouterr().err.count("there is no snippet and no file") == 2


# -- what can go wrong on the way --------------------------------------------------------------------------------------


@asynccontextmanager
async def answering(sent: bytes) -> AsyncIterator[str]:
    """A server that says *sent* to whoever asks, and hangs up."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        writer.write(sent)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"127.0.0.1:{listening.sockets[0].getsockname()[1]}"


EVENT = b'event: queued\nid: 0\ndata: {"kind":"queued","seq":0,"t_ms":0,"line":null,"id":"r"}\n\n'
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"


@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [
        (b"", 5, "broke before"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", 5, "broke before"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", 2, "is not a service"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 2, "answered 404"),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", 5, "answered 502"),
        (STREAM + b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n" % len(EVENT) + EVENT + b"\r\n", 5, "broke before"),
        (STREAM + b"Connection: close\r\n\r\n" + EVENT, 5, "broke before"),
    ],
)
async def test_a_server_that_is_none_or_breaks_off(
    program: Path, capsys: pytest.CaptureFixture[str], sent: bytes, code: int, said: str
) -> None:
    async with answering(sent) as address:
        assert await run(program, "--server", address) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [("127.0.0.1:1", 5, "Is the service running there?"), ("ftp://x", 2, "no address"), ("http://", 2, "no address"),
     ("http://x:y", 2, "no address")],
)  # fmt: skip
async def test_an_address_where_nothing_is(
    program: Path, capsys: pytest.CaptureFixture[str], address: str, code: int, said: str
) -> None:
    assert await run(program, "--server", address) == code
    assert said in capsys.readouterr().err


# -- as a process ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def process(*arguments: object, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "run", *map(str, arguments), cwd=ROOT, env={**os.environ, **environment},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


async def line(stream: asyncio.StreamReader | None) -> str:
    assert stream is not None
    return (await asyncio.wait_for(stream.readline(), PATIENT_S)).decode()


async def test_it_streams_and_ctrl_c_stops_the_run_on_the_server(
    server: str, program: Path, engine: FakeEngine
) -> None:
    engine.script = say(("stdout", 1, {"text": "first\n"}), 600.0, ("stdout", 1, {"text": "second\n"}))
    async with process(program, "--server", server) as started:
        assert await line(started.stdout) == "first\n"  # while the run goes on
        started.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(started.wait(), PATIENT_S) == 130
        assert await line(started.stderr) == "stopped\n"
        assert started.stderr is not None
        assert b"Traceback" not in await started.stderr.read()
    async with asyncio.timeout(PATIENT_S):
        while engine._stops:  # noqa: ASYNC110 - the server tells nobody when it has noticed
            await asyncio.sleep(0.05)


async def test_the_reader_of_its_output_may_have_had_enough(server: str, program: Path, engine: FakeEngine) -> None:
    engine.script = say(*[step for _ in range(400) for step in (("stdout", 1, {"text": "x" * 999 + "\n"}), 0.01)])
    async with process(program, "--server", server) as started:
        assert await line(started.stdout)
        assert started.stdout is not None
        started.stdout._transport.close()  # type: ignore[attr-defined]
        assert await asyncio.wait_for(started.wait(), PATIENT_S) == 130
        assert started.stderr is not None
        assert b"Traceback" not in await started.stderr.read()


async def test_a_program_from_standard_input(server: str, engine: FakeEngine) -> None:
    async with process("-", "--server", server) as started:
        out, _ = await asyncio.wait_for(started.communicate("print('你好')\n".encode()), PATIENT_S)
        assert started.returncode == 0
        assert out.startswith(b"hello\n")
    assert engine.requests[0].code == "print('你好')\n"


PROGRAM = """\
import torch

print("你好")
x = torch.arange(4.0).reshape(2, 2)
x
assert x.sum() == 6
torch.rand(2)
x @ torch.ones(3)
"""


async def test_with_and_without_a_server_it_is_the_same(tmp_path: Path) -> None:
    """A real engine behind a real server, and one that the command starts for itself."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    common: dict[str, str] = {"FIELDNOTES_UID_BASE": "63870", "FIELDNOTES_WARM": "1", "FIELDNOTES_SLOTS": "1"}
    said: list[tuple[int | None, bytes, bytes]] = []
    app = make_app(write_notes(tmp_path / "notes"), LocalEngine(settings(warm=1, slots=1)))
    async with serving(app) as url:
        for where in (["--server", url], []):
            async with process(program, "--seed", 7, *where, **common) as started:
                out, err = await asyncio.wait_for(started.communicate(), PATIENT_S)
                said.append((started.returncode, out, err))
    assert said[0] == said[1]
    assert said[0][0] == exits.RAISED
    assert "你好\ntensor([[0., 1.],".encode() in said[0][1]
    assert b"RuntimeError" in said[0][2]


def test_the_exit_statuses_are_documented() -> None:
    for status in {*exits.EXITS.values(), exits.NOT_RUN, exits.NO_ANSWER}:
        assert f" {status} " in cli_run.HELP
    readme = (ROOT / "README.md").read_text("utf-8")
    section: Any = readme[readme.index("On the command line") :]
    for status in exits.EXITS.values():
        assert f"`{status}`" in section
