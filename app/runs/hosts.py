"""The zygote in use and the one that stands by, so that losing one costs no reader a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app.runs.host import Host, HostError

log = structlog.get_logger(__name__)

RETRY_S = 1.0


class Hosts:
    """Keeps one host running and, with *standby*, another one ready. *on_change* is told when the host changed."""

    def __init__(self, make: Callable[[], Host], *, standby: bool, on_change: Callable[[], None]) -> None:
        self._make = make
        self._wants_standby = standby
        self._on_change = on_change
        self._standby: Host | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.current = make()

    async def start(self) -> None:
        """Return when the first host is up. Raises :class:`HostError` where it does not start."""
        await self.current.start()
        self._keeper = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Stop both."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        for host in (self.current, self._standby):
            if host is not None:
                await host.stop()

    async def _keep(self) -> None:
        while True:
            if self._wants_standby and self._standby is None:
                # Started beside the current host: if that one is lost meanwhile, this one takes its place.
                self._standby = await self._started()
            if not self.current.lost.is_set():
                await self._one_lost()
            if self._standby is not None and self._standby.lost.is_set():
                self._standby = None
            if self.current.lost.is_set():
                await self._replace()

    async def _one_lost(self) -> None:
        waits = [asyncio.create_task(host.lost.wait()) for host in (self.current, self._standby) if host is not None]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _replace(self) -> None:
        log.warning("zygote_lost", standby=self._standby is not None)
        lost, self.current = self.current, self._standby or await self._started()
        self._standby = None
        self._on_change()
        await lost.stop()

    async def _started(self) -> Host:
        """A host that is up; tries again for as long as it takes."""
        while True:
            host = self._make()
            try:
                await host.start()
            except HostError as error:
                log.error("zygote_failed", reason=str(error))
                await asyncio.sleep(RETRY_S)
            except asyncio.CancelledError:
                await host.stop()
                raise
            else:
                return host
