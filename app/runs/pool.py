"""The warm children: some are always ready, a spent one is replaced, and what it left is swept away.

A seat is a number, a user id and a folder. It is given to one child, and to the next one only after the warden has
reported that nothing of the last is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import structlog

from app.runs.child import Child
from app.runs.host import Host, HostError
from app.runs.hosts import Hosts
from app.runs.seats import SeatFolder
from app.settings import Settings, usable_cpus

log = structlog.get_logger(__name__)

MAKERS = max(1, usable_cpus())
"""Children being made at the same time, on each device; more would only wait for each other."""
SEAT_S = 0.05
"""How often whoever needs a child made for it looks for a free seat."""
RETRY_S = 0.1
"""How long to wait after a child could not be made."""
SWEEP_S = 10.0
"""How long stopping waits for the seats to be swept."""


def seats_of(settings: Settings, devices: int) -> int:
    """Seats that a pool has for so many devices: enough to fill some while others are swept."""
    return 2 * (settings.warm + settings.slots) * devices + 8


class Pool:
    """Keeps *settings.warm* children ready on each device in *devices*.

    Its seats count from *first_seat* on, and have the user ids from *settings.uid_base* on.
    """

    def __init__(
        self, settings: Settings, make_host: Callable[[], Host], devices: tuple[str, ...], *, first_seat: int = 0
    ) -> None:
        self._settings = settings
        self._first_seat = first_seat
        self._hosts = Hosts(make_host, standby=settings.standby, on_change=self._host_changed)
        self._devices = devices
        self._ready: dict[str, deque[Child]] = {device: deque() for device in devices}
        self._takers: dict[str, deque[asyncio.Future[Child]]] = {device: deque() for device in devices}
        self._free_seats = deque(range(first_seat, first_seat + seats_of(settings, len(devices))))
        self._making = dict.fromkeys(devices, 0)
        self._busy = 0
        self._makers: set[asyncio.Task[None]] = set()
        self._sweepers: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._folder: SeatFolder | None = None
        self._root = Path()

    @property
    def host(self) -> Host:
        """The zygote that new children come from."""
        return self._hosts.current

    async def start(self) -> None:
        """Start the host and return when one child is ready on each device."""
        self._folder = SeatFolder.make()
        self._root = self._folder.path
        await self._hosts.start()
        await self._sweep_left_behind()
        self._keeper = asyncio.create_task(self._keep_filled())
        for device in self._devices:
            self._put_back(await asyncio.wait_for(self.take(device), 60))

    async def stop(self) -> None:
        """Kill every child, sweep every seat, stop the hosts and remove the folders."""
        making = [task for task in (self._keeper, *self._makers) if task is not None]
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)
        self._retire_ready()
        if self._sweepers:
            await asyncio.wait(list(self._sweepers), timeout=SWEEP_S)
        await self._hosts.stop()
        if self._folder is not None:
            await asyncio.to_thread(self._folder.remove)

    def ready(self, device: str | None = None) -> int:
        """How many children wait, on *device* or in all."""
        return sum(len(children) for name, children in self._ready.items() if device in {None, name})

    @property
    def quiet(self) -> bool:
        """Whether no child is being made or swept."""
        return not any(self._making.values()) and not self._sweepers

    async def take(self, device: str, *, loopback: bool = False) -> Child:
        """A warm child; waits for one if none is ready. End it with :meth:`retire`.

        With *loopback* it is made for the occasion: few ask for one. Raises :class:`HostError` if that fails.
        """
        if loopback:
            return await self._take_made(device)
        while self._ready[device]:
            child = self._ready[device].popleft()
            if child.alive:
                self._occupy()
                return child
            self._sweep_in_background(child)
        future: asyncio.Future[Child] = asyncio.get_running_loop().create_future()
        self._takers[device].append(future)
        self._wake.set()
        try:
            child = await future
        except asyncio.CancelledError:
            # The taker went away: forget its wish, or keep the child that it was given in the same instant.
            with contextlib.suppress(ValueError):
                self._takers[device].remove(future)
            if future.done() and not future.cancelled():
                self._hand_out(future.result())
            raise
        self._occupy()
        return child

    async def _take_made(self, device: str) -> Child:
        while not self._free_seats:  # noqa: ASYNC110 - so rare that nobody needs to tell us
            await asyncio.sleep(SEAT_S)
        seat = self._free_seats.popleft()
        child = None
        try:
            child = self._child(device, seat, loopback=True)
            await child.start()
        except BaseException:
            self._give_up(child, seat)
            raise
        self._occupy()
        return child

    def retire(self, child: Child) -> asyncio.Task[None]:
        """End a taken *child* and sweep its seat. The task completes when nothing of it is left."""
        self._busy -= 1
        self._wake.set()
        return self._sweep_in_background(child)

    # -- keeping children ready --------------------------------------------------------------------------------

    async def _keep_filled(self) -> None:
        """Make children until enough are ready; spare ones only while no run needs the processors."""
        while True:
            self._wake.clear()
            wanted = [device for device in self._devices if self._wants(device)]
            if wanted and self._free_seats and not self.host.lost.is_set():
                for device in wanted:
                    self._start_making(device)
            elif self._busy or any(self._making.values()) or not await self._deepen():
                await self._wake.wait()

    def _wants(self, device: str) -> bool:
        making = self._making[device]
        if making >= MAKERS:
            return False
        low = max(1, min(self._settings.slots, self._settings.warm))
        enough = len(self._takers[device]) + (low if self._busy else self._settings.warm)
        return len(self._ready[device]) + making < enough

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
                self._sweep_in_background(child)
            except asyncio.CancelledError:
                self._sweep_in_background(child)
                raise
            else:
                self._hand_out(child)
            return True
        return False

    def _start_making(self, device: str) -> None:
        self._making[device] += 1
        task = asyncio.create_task(self._make(device, self._free_seats.popleft()))
        self._makers.add(task)
        task.add_done_callback(self._makers.discard)

    async def _make(self, device: str, seat: int) -> None:
        child = None
        try:
            child = self._child(device, seat)
            await child.start()
        except (HostError, OSError) as error:  # OSError: no space, no descriptors
            log.error("child_failed", reason=str(error), seat=seat)
            self._give_up(child, seat)
            await asyncio.sleep(RETRY_S)
        except asyncio.CancelledError:
            self._give_up(child, seat)
            raise
        else:
            self._hand_out(child)
        finally:
            self._making[device] -= 1
            self._wake.set()

    def _child(self, device: str, seat: int, *, loopback: bool = False) -> Child:
        """One that is not started yet, in its own folder."""
        host = self.host
        uid = self._settings.uid_base + seat - self._first_seat if host.plan_has("uid") else None
        workdir = self._root / f"seat-{seat}"
        workdir.mkdir(mode=0o700, exist_ok=True)
        if uid is not None:
            os.chown(workdir, uid, uid)
        return Child(host, seat, uid, str(workdir), device, loopback=loopback)

    def _give_up(self, child: Child | None, seat: int) -> None:
        if child is None:
            self._free_seats.append(seat)
        else:
            self._sweep_in_background(child)

    def _hand_out(self, child: Child) -> None:
        """To whoever waits longest, else to those that are ready."""
        takers = self._takers[child.device]
        while takers:
            future = takers.popleft()
            if not future.done():
                future.set_result(child)
                return
        self._ready[child.device].append(child)

    def _occupy(self) -> None:
        self._busy += 1
        self._wake.set()

    def _put_back(self, child: Child) -> None:
        self._busy -= 1
        self._hand_out(child)
        self._wake.set()

    def _host_changed(self) -> None:
        self._retire_ready()
        self._wake.set()

    # -- sweeping ----------------------------------------------------------------------------------------------

    async def _sweep_left_behind(self) -> None:
        """Remove what runs of a service left that was killed before it could."""
        for folder in await asyncio.to_thread(lambda: list(SeatFolder.left_behind())):
            for path, owner in folder.seats():
                with contextlib.suppress(HostError):
                    await self.host.sweep(owner if owner != os.geteuid() else None, None, str(path))
            await asyncio.to_thread(folder.remove)
            log.info("swept_left_behind", folder=str(folder.path))

    def _retire_ready(self) -> None:
        for children in self._ready.values():
            while children:
                self._sweep_in_background(children.popleft())

    def _sweep_in_background(self, child: Child) -> asyncio.Task[None]:
        child.close()
        return self._track(self._sweep_seat(child))

    def _track(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._sweepers.add(task)
        task.add_done_callback(self._sweepers.discard)
        return task

    async def _sweep_seat(self, child: Child) -> None:
        """Free the seat when nothing of *child* is left. A seat that can't be swept is not used again."""
        # If its own host is lost, its processes died with that; another warden still removes the files.
        host, namespace = child.host, child.namespace
        seat: int | None = child.seat
        if host.lost.is_set():
            host, namespace, seat = self.host, None, None
        swept = False
        try:
            swept = bool((await host.sweep(child.uid, namespace, child.workdir, seat))["ok"])
        except HostError as error:
            if not self.host.lost.is_set():
                await self._sweep_seat(child)
                return
            log.error("seat_not_swept", seat=child.seat, reason=str(error))
        if swept:
            self._free_seats.append(child.seat)
        else:
            log.error("seat_not_swept", seat=child.seat)
        self._wake.set()
