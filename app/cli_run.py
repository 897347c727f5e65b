"""``python -m app run``: a program behind the wall, here or on a server, and its output as a terminal shows it."""

from __future__ import annotations

import argparse
import asyncio
import base64
import binascii
import contextlib
import dataclasses
import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from app.notes.library import Library, SnippetNotFound
from app.notes.models import LibraryErrors
from app.remote import Remote, RemoteError
from app.runs.engine import collect
from app.runs.exits import EXITS, NO_ANSWER, NOT_RUN, STOPPED
from app.runs.local import LocalEngine
from app.runs.models import Event, RunRefused, RunRequest
from app.sandbox.protocol import LOOKS
from app.settings import Settings, for_runtime
from app.web.logs import configure

HELP: Final = (
    "exit status: 0 it ran to its end; 1 it raised an exception; 2 it was not run (no such program, or refused); "
    "3 it reached a limit (time, memory, output, disk); 4 it crashed; 5 the server can't be reached or is busy, or "
    "the connection broke; 130 it was stopped (Ctrl-C stops it on the server, too)."
)


def add(commands: Any) -> None:
    """The command's arguments."""
    about = "run a snippet (slug/name) or a file behind the wall, as the pages do"
    run_ = commands.add_parser("run", help=about, description=about, epilog=HELP)
    run_.add_argument("program", help="a snippet such as clone-detach/table, a Python file, or - for standard input")
    run_.add_argument("--server", metavar="URL", help="run it on the service there, with that service's limits")
    run_.add_argument("--device", help="cpu or cuda")
    run_.add_argument("--runtime", metavar="VERSION", help="a torch version that is served")
    run_.add_argument("--seed", type=int, help="seed of every generator")
    run_.add_argument("--timeout", type=float, metavar="SECONDS", help="seconds it may take")
    run_.add_argument("--looks", type=_looks, default=(), metavar="WHAT", help=f"{', '.join(LOOKS)} or all; for --json")
    run_.add_argument("--figures", type=Path, metavar="FOLDER", help="save figures there; else they are only named")
    run_.add_argument("--variables", action="store_true", help="list the variables left at the end")
    run_.add_argument("--json", action="store_true", help="print the finished run as JSON")
    run_.set_defaults(do=run)


async def run(options: argparse.Namespace) -> int:
    """Run one program; its output goes where a terminal would put it. The exit status is one of HELP's."""
    try:
        request = _request(options)
        if options.figures:
            options.figures.mkdir(parents=True, exist_ok=True)
    except (OSError, UnicodeDecodeError, LibraryErrors) as error:
        return _complain(error, NOT_RUN)
    try:
        async with _events(options, request) as events:
            return await _show(options, events)
    except RunRefused as refusal:
        return _complain(refusal.message, NO_ANSWER if refusal.retry_after_s else NOT_RUN)
    except RemoteError as error:
        return _complain(error, NO_ANSWER if error.again else NOT_RUN)
    except asyncio.CancelledError:
        return _complain("stopped", STOPPED)
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STOPPED


async def _show(options: argparse.Namespace, events: AsyncIterator[Event]) -> int:
    if not options.json:
        return await Screen(options.figures, variables=options.variables).show(events)
    result = await collect(events)
    _say(json.dumps(dataclasses.asdict(result), ensure_ascii=False, indent=1))
    return EXITS[result.status]


class Screen:
    """What a run shows, as it comes."""

    def __init__(self, figures: Path | None, *, variables: bool) -> None:
        self._figures = figures
        self._variables = variables
        self._count = 0

    async def show(self, events: AsyncIterator[Event]) -> int:
        """Everything up to the ending; the exit status that goes with it."""
        status = "crashed"
        say: Mapping[str, Callable[[Event], None]] = {
            "stdout": _say_text,
            "stderr": _say_text,
            "value": lambda event: _say(event.data["data"]["text/plain"]),
            "figure": self._say_figure,
            "assertion": _say_assertion,
            "error": lambda event: _say(event.data["traceback"].rstrip("\n"), sys.stderr),
            "truncated": lambda event: _say(f"[{event.data['what']}: more than {event.data['limit']}]", sys.stderr),
            "variables": self._say_variables,
        }
        async for event in events:
            say.get(event.kind, _say_nothing)(event)
            if event.kind == "done":
                status = event.data["status"]
                if event.data["message"]:
                    _say(event.data["message"], sys.stderr)
        return EXITS[status]

    def _say_figure(self, event: Event) -> None:
        self._count += 1
        what = f"{event.data['alt'] or 'figure'}, {event.data['width']} x {event.data['height']}"
        try:
            picture = base64.b64decode(event.data["data"]["image/png"], validate=False)
        except binascii.Error:
            _say(f"[{what}, not readable]")
            return
        if self._figures is None:
            _say(f"[{what}, {len(picture)} bytes of PNG]")
            return
        path = self._figures / f"figure-{self._count}.png"
        path.write_bytes(picture)
        _say(f"[{what}, saved as {path}]")

    def _say_variables(self, event: Event) -> None:
        if not self._variables:
            return
        for row in event.data["variables"]:
            facts = [str(row[name]) for name in ("shape", "dtype", "device") if row.get(name)]
            _say(f"{row['name']}: {' '.join([row['kind'], *facts])} = {row.get('preview') or ''}")


def _looks(text: str) -> tuple[str, ...]:
    wanted = set(LOOKS) if text == "all" else {part.strip() for part in text.split(",")}
    if not wanted <= set(LOOKS):
        raise argparse.ArgumentTypeError(f"choose from {', '.join(LOOKS)} and all")
    return tuple(look for look in LOOKS if look in wanted)


@asynccontextmanager
async def _events(options: argparse.Namespace, request: RunRequest) -> AsyncIterator[AsyncGenerator[Event]]:
    """The run's events, from the server that was named or from an engine of our own."""
    if options.server:
        async with aclosing(Remote(options.server).run(request)) as events:
            yield events
        return
    configure("warning")
    engine = LocalEngine(for_runtime(Settings(), request.runtime))
    await engine.start()
    try:
        await engine.runtimes_started()
        async with aclosing(_local(engine, request)) as events:
            yield events
    finally:
        await engine.stop()


async def _local(engine: LocalEngine, request: RunRequest) -> AsyncGenerator[Event]:
    source = engine.run(request)
    try:
        async for event in source:
            yield event
    finally:
        with contextlib.suppress(AttributeError):
            await source.aclose()  # type: ignore[attr-defined]


def _request(options: argparse.Namespace) -> RunRequest:
    """The program that was named: a file if there is one of that name, else a snippet of that key."""
    common: dict[str, Any] = {
        "device": options.device or ("" if options.server else "cpu"),
        "runtime": options.runtime,
        "seed": options.seed,
        "timeout_s": options.timeout,
        "looks": options.looks,
        "client": "cli",
    }
    name = options.program
    if name == "-":
        return RunRequest(code=sys.stdin.read(), **common)
    if Path(name).is_file():
        return RunRequest(code=Path(name).read_text("utf-8"), **common)
    if options.server and name.count("/") == 1 and not name.endswith(".py"):
        return RunRequest(code="", snippet=name, **common)  # which snippets there are, the server knows
    try:
        snippet = Library.load(Settings().snippets_dir).snippet(name)
    except SnippetNotFound:
        raise FileNotFoundError(f"there is no snippet and no file {name!r}") from None
    common["seed"] = options.seed if options.seed is not None else snippet.seed
    common["timeout_s"] = options.timeout or snippet.timeout
    common["loopback"] = snippet.loopback
    return RunRequest(code=snippet.view(None).code, snippet=snippet.key, **common)


def _say(line: object, stream: TextIO | None = None) -> None:
    stream = stream or sys.stdout
    stream.write(f"{line}\n")
    stream.flush()


def _complain(reason: object, status: int) -> int:
    _say(reason, sys.stderr)
    return status


def _say_nothing(_event: Event) -> None:
    """Some events are for pages only."""


def _say_text(event: Event) -> None:
    stream: TextIO = sys.stdout if event.kind == "stdout" else sys.stderr
    stream.write(event.data["text"])
    stream.flush()


def _say_assertion(event: Event) -> None:
    _say(f"{'✓' if event.data['passed'] else '✗'} line {event.line}: assert {event.data['source']}")
