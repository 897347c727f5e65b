"""The warm children: some are always ready, a spent one is replaced, and what it left is swept away.

A seat is a number, a user id and a folder. It is given to one child, and to the next one only after the warden has
reported that nothing of the last is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path

import structlog

from app.runs.child import Child
from app.runs.host import Host, HostError
from app.settings import Settings, usable_cpus

log = structlog.get_logger(__name__)

QUIET_S = 0.005
"""How long no run may be going on before spare children are made again; fewer than ``low`` are made at once."""


MAKERS = max(1, usable_cpus())
"""Children being made at the same time, on each device; more would only wait for each other."""


class Pool:
    """Keeps *settings.warm* children ready on each device in *devices*."""

    def __init__(
        self,
        settings: Settings,
        make_host: Callable[[], Host],
        devices: tuple[str, ...],
    ) -> None:
        self._settings = settings
        self._make_host = make_host
        self._devices = devices
        self._ready: dict[str, deque[Child]] = {device: deque() for device in devices}
        self._takers: dict[str, deque[asyncio.Future[Child]]] = {device: deque() for device in devices}
        self._free_seats = deque(range(2 * (settings.warm + settings.slots) * len(devices) + 8))
        self._making = dict.fromkeys(devices, 0)
        self._busy = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._keepers: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._stopping = False
        self._root = Path()
        self.host = make_host()

    async def start(self) -> None:
        """Start the host and return when one child is ready on each device."""
        base = os.environ.get("TMPDIR", tempfile.gettempdir())
        self._root = Path(tempfile.mkdtemp(prefix="fieldnotes-", dir=base))
        self._root.chmod(0o711)
        await self.host.start()
        self._keepers = {self._spawn_task(self._keep_filled()), self._spawn_task(self._keep_hosted())}
        for device in self._devices:
            await self._wait_for_ready(device)

    async def stop(self) -> None:
        """Kill every child, sweep every seat, stop the host and remove the folders."""
        self._stopping = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for children in self._ready.values():
            while children:
                await self._sweep(children.popleft())
        await self.host.stop()
        await asyncio.to_thread(shutil.rmtree, self._root, ignore_errors=True)

    def ready(self, device: str | None = None) -> int:
        """How many children wait, on *device* or in all."""
        return sum(len(children) for name, children in self._ready.items() if device in {None, name})

    @property
    def quiet(self) -> bool:
        """Whether no child is being made or swept."""
        return not any(self._making.values()) and len(self._tasks) <= len(self._keepers)

    async def take(self, device: str) -> Child:
        """A warm child; waits for one if none is ready. Give it back with :meth:`retire`, used or not."""
        while True:
            children = self._ready[device]
            if children:
                child = children.popleft()
                if not child.alive:
                    self.retire(child, used=False)
                    continue
            else:
                future: asyncio.Future[Child] = asyncio.get_running_loop().create_future()
                self._takers[device].append(future)
                self._wake.set()
                try:
                    child = await future
                except asyncio.CancelledError:
                    self._return_to_pool(device, future)
                    raise
            self._busy += 1
            self._wake.set()
            return child

    def retire(self, child: Child, *, used: bool = True) -> asyncio.Task[None]:
        """End *child*, sweep its seat and make the seat free again. The task completes when all of that is done."""
        if used:
            self._busy -= 1
        return self._spawn_task(self._retire(child))

    # -- the keepers -------------------------------------------------------------------------------------------

    async def _keep_filled(self) -> None:
        """Make children until enough are ready; spare ones only while no run needs the processors."""
        while not self._stopping:
            self._wake.clear()
            wanted = [device for device in self._devices if self._wants(device)]
            if wanted and self._free_seats and not self.host.lost.is_set():
                for device in wanted:
                    self._making[device] += 1
                    self._spawn_task(self._make(device))
                continue
            idle = self._busy == 0 and not any(self._making.values())
            if idle and await self._deepen():
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), QUIET_S if self._short() else None)

    async def _deepen(self) -> bool:
        """Let one waiting child walk further; False where all have."""
        for children in self._ready.values():
            child = next((child for child in children if not child.walked_further), None)
            if child is None:
                continue
            children.remove(child)
            try:
                await child.walk_further()
            except HostError:
                self.retire(child, used=False)
            else:
                self._hand_out(child)
            return True
        return False

    def _wants(self, device: str) -> bool:
        making = self._making[device]
        if making >= MAKERS:
            return False
        have = len(self._ready[device]) + making
        needed = len(self._takers[device])
        low = max(1, min(self._settings.slots, self._settings.warm))
        return have < needed + (low if self._busy else self._settings.warm)

    def _short(self) -> bool:
        return any(len(self._ready[device]) < self._settings.warm for device in self._devices) and self._busy == 0

    async def _keep_hosted(self) -> None:
        """Start another zygote when one is lost."""
        while not self._stopping:
            await self.host.lost.wait()
            log.warning("zygote_lost")
            for children in self._ready.values():
                while children:
                    self.retire(children.popleft(), used=False)
            host = self._make_host()
            try:
                await host.start()
            except HostError as error:
                log.error("zygote_failed", reason=str(error))
                await asyncio.sleep(1)
                continue
            self.host = host
            self._wake.set()

    async def _make(self, device: str) -> None:
        seat = self._free_seats.popleft()
        uid = self._settings.uid_base + seat if self.host.plan_has("uid") else None
        workdir = self._root / f"seat-{seat}"
        workdir.mkdir(mode=0o700, exist_ok=True)
        if uid is not None:
            os.chown(workdir, uid, uid)
        child = Child(self.host, seat, uid, str(workdir), device)
        try:
            await child.start()
        except HostError as error:
            log.error("child_failed", reason=str(error), seat=seat)
            self.retire(child, used=False)
            await asyncio.sleep(0.1)
            return
        finally:
            self._making[device] -= 1
            self._wake.set()
        self._hand_out(child)

    def _hand_out(self, child: Child) -> None:
        takers = self._takers[child.device]
        while takers:
            future = takers.popleft()
            if not future.done():
                future.set_result(child)
                return
        self._ready[child.device].append(child)

    def _return_to_pool(self, device: str, future: asyncio.Future[Child]) -> None:
        """The taker went away: forget its wish, or keep the child that it was just given."""
        if future.done() and not future.cancelled():
            self._hand_out(future.result())
        with contextlib.suppress(ValueError):
            self._takers[device].remove(future)

    async def _retire(self, child: Child) -> None:
        child.close()
        if await self._sweep(child):
            self._free_seats.append(child.seat)
        self._wake.set()

    async def _sweep(self, child: Child) -> bool:
        """True when nothing of *child* is left. A seat that can't be swept is not used again."""
        child.close()
        for host in (child.host, self.host):
            if host.lost.is_set():
                continue
            try:
                answer = await host.sweep(child.uid, child.namespace if host is child.host else None, child.workdir)
            except HostError:
                continue
            if not answer["ok"]:
                log.error("seat_not_swept", seat=child.seat)
            return bool(answer["ok"])
        return False

    async def _wait_for_ready(self, device: str) -> None:
        child = await asyncio.wait_for(self.take(device), 60)
        self._busy -= 1
        self._hand_out(child)

    def _spawn_task(self, coroutine: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(coroutine)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
