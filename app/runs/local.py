"""LocalEngine: runs on this machine, in warm children, each with exactly one ending."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

import structlog

from app.runs import devices as device_probe
from app.runs.child import Child
from app.runs.endings import Ending, of_exit
from app.runs.host import Host, HostError
from app.runs.models import Capacity, Event, RunRefused, RunRequest
from app.runs.pool import Pool
from app.runs.queue import FairQueue, Ticket
from app.runs.run import CLOSED, Run
from app.runs.runtimes import Place, Runtimes
from app.runs.watch import Watch
from app.settings import Settings

log = structlog.get_logger(__name__)

LAST_WORDS_S = 1.0
"""How long to wait for the report of how a process died."""
SWEEP_S = 5.0
ATTEMPTS = 3
"""Children that may get one program, each after the last one died before it began."""
POSITION_S = 0.5
CHILD_S = 30.0
"""How long a run that has its slot waits for a child: they may not get made, say while the disk is full."""


class LocalEngine:
    """The engine of one machine. *disabled* switches layers of the wall off, which only tests do."""

    def __init__(self, settings: Settings, *, disabled: frozenset[str] = frozenset()) -> None:
        self._settings = settings
        self._disabled = disabled
        self._queue = FairQueue(settings.slots, settings.queue, settings.queue_per_client)
        self._watch = Watch(settings)
        self._runs: dict[str, Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._devices: dict[str, str] = {"cpu": "CPU"}
        self._pool: Pool | None = None
        self._others = Runtimes(settings, disabled)

    # -- life --------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the zygote and return when a run can be served."""
        self._devices = await device_probe.probe()
        self._pool = Pool(self._settings, lambda: Host(self._settings, disabled=self._disabled), tuple(self._devices))
        await self._pool.start()
        self._others.start()

    async def drain(self, grace_s: float) -> None:
        """See :meth:`app.runs.engine.Engine.drain`."""
        self._stopping = True
        if self._tasks and grace_s > 0:
            await asyncio.wait(list(self._tasks), timeout=grace_s)
        for run in list(self._runs.values()):
            run.end(Ending("cancelled", "stopping"))

    async def stop(self) -> None:
        """End every run with a sentence, then everything else."""
        await self.drain(0)
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=SWEEP_S)
        await self._watch.stop()
        await self._others.stop()
        if self._pool is not None:
            await self._pool.stop()

    @property
    def pool(self) -> Pool:
        """The warm children; only after :meth:`start`."""
        if self._pool is None:
            raise RuntimeError("the engine has not been started")
        return self._pool

    async def runtimes_started(self) -> None:
        """Wait until each further runtime is ready or known not to be; :meth:`start` does not."""
        await self._others.started()

    # -- the protocol ------------------------------------------------------------------------------------------

    async def run(self, request: RunRequest) -> AsyncIterator[Event]:
        """See :meth:`app.runs.engine.Engine.run`."""
        place = self._admit(request)
        ticket = self._queue.enter(request.client)
        run = Run(secrets.token_urlsafe(12), request, self._settings)
        self._runs[run.id] = run
        position = self._queue.position(ticket)
        run.emit("queued", id=run.id, position=position, expected_wait_ms=self._expected_ms(ticket, position))
        task = asyncio.create_task(self._drive(run, ticket, place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            async for event in run.follow():
                yield event
        finally:
            # Reached early when the reader has gone away: closing the answer cancels the run.
            run.end(Ending("cancelled", "cancelled"))

    async def cancel(self, run_id: str) -> bool:
        """See :meth:`app.runs.engine.Engine.cancel`."""
        run = self._runs.get(run_id)
        if run is None:
            return False
        run.end(Ending("cancelled", "cancelled"))
        return True

    def capacity(self) -> Capacity:
        """See :meth:`app.runs.engine.Engine.capacity`."""
        return Capacity(
            slots=self._queue.slots,
            running=self._queue.running,
            queued=self._queue.waiting,
            queue=self._queue.limit,
            warm=self._pool.ready() if self._pool else 0,
        )

    def describe(self) -> dict[str, Any]:
        """See :meth:`app.runs.engine.Engine.describe`."""
        facts = self.pool.host.facts
        settings = self._settings
        own = {
            "torch": facts["torch"],
            "python": facts["python"],
            "devices": [{"device": name, "name": label} for name, label in self._devices.items()],
        }
        return {
            **own,
            "runtimes": [
                {"runtime": facts["torch"], **own, "ready": True, "problem": None},
                *(runtime.describe() for runtime in self._others),
            ],
            "layers": facts["plan"]["layers"],
            "complete": facts["plan"]["complete"],
            "sandbox": settings.sandbox,
            "limits": {
                "timeout_s": settings.timeout_s,
                "timeout_max_s": settings.timeout_max_s,
                "memory_bytes": settings.memory_bytes,
                "output_bytes": settings.output_bytes,
                "disk_bytes": settings.disk_bytes,
                "disk_files": settings.disk_files,
                "processes": settings.processes,
                "threads": settings.threads,
                "code_bytes": settings.code_bytes,
            },
        }

    # -- one run -----------------------------------------------------------------------------------------------

    def _admit(self, request: RunRequest) -> Place:
        """Where to run it. Raises :class:`RunRefused` where the run can't be taken."""
        if self._stopping:
            raise RunRefused("stopping", "The service is restarting; try again in a moment.", 2)
        runtime, pool, devices = self._runtime(request.runtime)
        facts = pool.host.facts
        if request.snippet is None and not facts["plan"]["complete"] and self._settings.sandbox != "open":
            missing = ", ".join(layer["name"] for layer in facts["plan"]["layers"] if not layer["in_force"])
            raise RunRefused(
                "no_wall",
                f"Edited code is not run here: the sandbox is not complete on this machine (missing: {missing}). "
                "Curated snippets still run. On a private machine the operator may set FIELDNOTES_SANDBOX=open.",
            )
        device = "cuda" if request.device.startswith("cuda") else request.device
        if device not in devices:
            raise RunRefused("invalid", f"There is no {device!r} here; devices: {', '.join(devices)}.")
        if request.loopback and request.snippet is None and not pool.host.plan_has("net_ns"):
            raise RunRefused(
                "no_loopback",
                "Loopback sockets are given to edited code only where a run has a network namespace of its own, which "
                "this machine does not offer. The notes' own snippets may use them.",
            )
        return Place(runtime, pool, device, request.loopback)

    def _runtime(self, name: str | None) -> tuple[str, Pool, dict[str, str]]:
        """The name, the children and the devices of the runtime *name*; the service's own if that is None."""
        torch = self.pool.host.facts["torch"]
        if name in {None, torch, torch.partition("+")[0]}:
            return torch, self.pool, self._devices
        runtime = self._others.find(str(name), torch)
        return runtime.name, runtime.pool, runtime.devices

    def _expected_ms(self, ticket: Ticket, position: int) -> int:
        return 0 if ticket.running else 1000 * self._queue.wait_s(position)

    async def _drive(self, run: Run, ticket: Ticket, place: Place) -> None:
        """From the queue to the ending, whatever happens on the way."""
        began = time.monotonic()
        started: float | None = None
        child: Child | None = None
        ending = Ending("crashed", "refused")
        try:
            for attempt in range(ATTEMPTS):
                child = await self._wait_for_child(run, ticket, place)
                if child is None:
                    ending = run.ending.result()
                    break
                started = started or time.monotonic()
                ending = await self._execute(run, child, place, first=attempt == 0)
                if ending.reason != "lost" or run.heard or attempt + 1 == ATTEMPTS:
                    break
                # It died before the program began, and nothing has been shown: another child takes it.
                self._watch.remove(run)
                place.pool.retire(child)
                run.reopen()
        except Exception:  # one run's trouble must not be every run's
            log.exception("run_failed", run=run.id)
        finally:
            await self._conclude(run, ticket, place, child, ending, began=began, started=started)

    async def _conclude(
        self,
        run: Run,
        ticket: Ticket,
        place: Place,
        child: Child | None,
        ending: Ending,
        *,
        began: float,
        started: float | None,
    ) -> None:
        """The one ending: kill if need be, say ``done``, give the child and the slot back."""
        now = time.monotonic()
        run.end(ending)
        swept = None
        if child is not None:
            self._watch.remove(run)
            swept = place.pool.retire(child)
            if run.cpu_ms is None:
                run.cpu_ms = await self._cpu_ms(child, swept)
        waited_s = (started or now) - began
        took_s = now - started if started else 0.0
        run.finish(ending, queued_ms=1000 * waited_s, wall_ms=1000 * took_s)
        self._runs.pop(run.id, None)
        if swept is not None and ending.status not in {"ok", "error"}:
            # It did not end by itself: its slot is free when it is known to be dead, and not before.
            await asyncio.wait([swept], timeout=SWEEP_S)
        self._queue.leave(ticket, took_s if started else None)

    async def _wait_for_child(self, run: Run, ticket: Ticket, place: Place) -> Child | None:
        """A slot and a warm child, or None if the run was ended while it waited."""
        last = self._queue.position(ticket)
        while not ticket.granted.done():
            await _first(ticket.granted, run.ending, timeout_s=POSITION_S)
            if run.ending.done():
                return None
            position = self._queue.position(ticket)
            if position != last and not ticket.running:
                last = position
                run.emit("queued", id=run.id, position=position, expected_wait_ms=self._expected_ms(ticket, position))
        if run.ending.done():
            return None
        taking = asyncio.ensure_future(place.pool.take(place.device, loopback=place.loopback))
        await _first(taking, run.ending, timeout_s=CHILD_S)
        if taking.done():
            return taking.result()
        run.end(Ending("crashed", "refused"))  # unless it was ended meanwhile: then that stays
        taking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await taking
        return None

    async def _execute(self, run: Run, child: Child, place: Place, *, first: bool) -> Ending:
        request, settings = run.request, self._settings
        timeout_s = min(request.timeout_s or settings.timeout_s, settings.timeout_max_s)
        if first:
            run.emit("started", device=child.device, runtime=place.runtime, seed=run.seed, timeout_s=timeout_s)
        child.on_close = run.child_closed
        program: dict[str, Any] = {"kind": "run", "code": request.code, "seed": run.seed, "stdin": request.stdin}
        if request.looks:
            program["looks"] = list(request.looks)
        try:
            await child.begin(program, run.take)
        except (HostError, OSError):
            return Ending("crashed", "lost")
        self._watch.add(run, child)
        done, _ = await asyncio.wait([run.ending], timeout=timeout_s)
        if not done:
            child.drain()
            run.end(Ending("timeout", "timeout", timeout_s))
        ending = run.ending.result()
        return await self._post_mortem(run, child) if ending.reason == CLOSED else ending

    async def _post_mortem(self, run: Run, child: Child) -> Ending:
        """How a child died that said nothing."""
        if child.broken:
            return Ending("crashed", "channel")
        if child.host.lost.is_set() or not run.heard:
            return Ending("crashed", "lost")
        try:
            end = await asyncio.wait_for(child.ended(), LAST_WORDS_S)
        except TimeoutError:
            # It lives, and has closed its channel: nothing it does will be heard.
            return Ending("crashed", "channel")
        if child.host.lost.is_set():
            return Ending("crashed", "lost")
        return of_exit(end, peak_bytes=run.peak_bytes, settings=self._settings)

    async def _cpu_ms(self, child: Child, swept: asyncio.Task[None]) -> float:
        """Processor time of a child that had to be killed."""
        await asyncio.wait([swept], timeout=SWEEP_S)
        with contextlib.suppress(TimeoutError):
            end = await asyncio.wait_for(child.ended(), LAST_WORDS_S)
            return max(0.0, end.cpu_ms - child.baseline_cpu_ms)
        return 0.0


async def _first(*futures: asyncio.Future[Any], timeout_s: float | None = None) -> None:
    """Wait until one of *futures* is done, or for *timeout_s* seconds."""
    await asyncio.wait(futures, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
