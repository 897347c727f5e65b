"""Help while typing, from outside the wall: one jailed process that knows torch, asked one question at a time.

It is started when somebody first edits, and is not needed for anything else. A process that does not answer in time,
or has grown too large, is replaced by one that stands ready.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Literal

import structlog

from app.runs.child import Child
from app.runs.families import held_now
from app.runs.host import Host, HostError
from app.runs.models import RunRefused
from app.runs.pool import Pool
from app.runs.queue import FairQueue, Ticket
from app.runs.runtimes import block_of
from app.settings import MIB, Settings

log = structlog.get_logger(__name__)

Action = Literal["complete", "hover", "signature", "format", "lint"]
State = Literal["off", "asleep", "starting", "ready", "failed"]

BLOCK = 1
ANSWER_S = 5.0
"""How long a question may take; jedi can be led astray by a program."""
WAITING = 32
WAITING_PER_CLIENT = 6
QUESTIONS = 2000
"""After so many a process is replaced, so that it can't grow for ever."""
MEMORY_BYTES = 700 * MIB
RETRY_S = 30.0
"""After a failed start, how long until it is tried again."""


class NoAnswer(Exception):  # noqa: N818 - it is an answer, not an accident
    """A question that could not be answered, and why."""


class Assistant:
    """Starts the process, and puts questions to it."""

    def __init__(self, settings: Settings, *, disabled: frozenset[str] = frozenset()) -> None:
        first = block_of(settings, BLOCK)
        one = {"warm": 1, "slots": 1, "standby": False, "uid_base": settings.uid_base + first}
        self._wanted = settings.assist
        self._settings = settings.model_copy(update=one)
        self._first_seat = first
        self._disabled = disabled
        self._queue = FairQueue(1, WAITING, WAITING_PER_CLIENT)
        self._pool: Pool | None = None
        self._starting: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[dict[str, Any]]] = set()
        self._child: Child | None = None
        self._asked = 0
        self._serial = 0
        self._failed_at = 0.0

    # -- life --------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Whether it can be asked."""
        if not self._wanted:
            return "off"
        if self._pool is not None:
            return "ready"
        if self._starting is not None and not self._starting.done():
            return "starting"
        return "failed" if self._failed_at else "asleep"

    def wake(self) -> State:
        """Start it if it isn't started; returns at once with how it is."""
        again = self.state == "failed" and time.monotonic() > self._failed_at + RETRY_S
        if self.state == "asleep" or again:
            self._starting = asyncio.create_task(self._start())
        return self.state

    async def started(self) -> None:
        """Wait for the start that is under way."""
        if self._starting is not None:
            await asyncio.shield(self._starting)

    async def _start(self) -> None:
        pool = Pool(self._settings, self._make_host, ("cpu",), first_seat=self._first_seat)
        try:
            await pool.start()
        except (HostError, TimeoutError, OSError) as error:
            log.error("assistant_failed", reason=str(error))
            self._failed_at = time.monotonic()
            await pool.stop()
        except asyncio.CancelledError:
            await pool.stop()
            raise
        else:
            if pool.host.facts["plan"]["complete"] or self._settings.sandbox == "open":
                self._pool = pool
                return
            # Where edited code isn't run for want of a wall, nothing else of it is read either.
            log.warning("assistant_off", reason="the wall is not complete")
            self._wanted = False
            await pool.stop()

    def _make_host(self) -> Host:
        return Host(self._settings, disabled=self._disabled, module="app.sandbox.assistant")

    async def stop(self) -> None:
        """End it with everything that it started."""
        self._wanted = False
        tasks = [task for task in (self._starting, *self._asking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._drop()
            await self._pool.stop()

    # -- questions ---------------------------------------------------------------------------------------------

    async def ask(self, client: str, action: Action, code: str, line: int, column: int) -> Any:
        """The answer, None where there is nothing to say.

        Raises :class:`RunRefused` while it is not ready or there is a queue of others, :class:`NoAnswer` where it
        fails.
        """
        match self.wake():
            case "off":
                raise RunRefused("no_help", "Help while typing is switched off here.")
            case "failed":
                raise RunRefused("starting", "Help while typing could not be started.", int(RETRY_S))
            case "ready":
                pass
            case _:
                raise RunRefused("starting", "Help while typing is being made ready.", 3)
        ticket = self._queue.enter(client)
        question = {"action": action, "code": code, "line": line, "column": column}
        # A task of its own: the process is busy with the question also when nobody waits for the answer any more.
        task = asyncio.create_task(self._take_turn(ticket, question))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        try:
            answer = await asyncio.shield(task)
        except asyncio.CancelledError:
            if not ticket.running:
                task.cancel()
            raise
        if "failure" in answer:
            raise NoAnswer(str(answer["failure"]))
        return answer.get("result")

    async def _take_turn(self, ticket: Ticket, question: dict[str, Any]) -> dict[str, Any]:
        began = None
        try:
            await ticket.granted
            began = time.monotonic()
            answer = await self._put(question)
            return (
                answer if answer is not None else await self._put(question) or {"failure": "it ended twice over this"}
            )
        finally:
            self._queue.leave(ticket, time.monotonic() - began if began else None)

    async def _put(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """The answer, or None where the process ended before it came."""
        child = await self._living_child()
        self._serial += 1
        serial = self._serial
        answer: asyncio.Future[dict[str, Any] | None] = asyncio.get_running_loop().create_future()

        def hear(frame: dict[str, Any]) -> None:
            if frame.get("kind") == "answer" and frame.get("id") == serial and not answer.done():
                answer.set_result(frame)

        def ended() -> None:
            if not answer.done():
                answer.set_result(None)

        child.on_close = ended
        try:
            await child.begin({"kind": "ask", "id": serial, **question}, hear)
            heard = await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            self._drop()
            return {"failure": f"no answer within {ANSWER_S:g} s"}
        except (HostError, OSError):
            heard = None
        except asyncio.CancelledError:
            self._drop()
            raise
        self._asked += 1
        if heard is None or self._asked > QUESTIONS or held_now(child.pid) > MEMORY_BYTES:
            self._drop()
        return heard

    async def _living_child(self) -> Child:
        if self._child is not None and not self._child.alive:
            self._drop()
        if self._child is None:
            if self._pool is None:
                raise RunRefused("starting", "Help while typing is being made ready.", 3)
            self._child = await self._pool.take("cpu")
            self._asked = 0
        return self._child

    def _drop(self) -> None:
        """Let the process go; another one stands ready."""
        child, self._child = self._child, None
        if child is not None and self._pool is not None:
            child.on_close = None
            self._pool.retire(child)
