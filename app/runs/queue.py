"""A bounded, fair queue: one line per client, served in turn, so that nobody can starve anybody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field

from app.runs.models import RunRefused


@dataclass(slots=True, eq=False)
class Ticket:
    """A place in the queue, then a slot. ``granted`` completes when the slot is there."""

    client: str
    granted: asyncio.Future[None] = field(repr=False)
    running: bool = False


class FairQueue:
    """Hands *slots* slots to clients in turn.

    At most *limit* tickets wait, and at most *per_client* of one client wait or run.
    """

    def __init__(self, slots: int, limit: int, per_client: int) -> None:
        self.slots = slots
        self.limit = limit
        self._per_client = per_client
        self._lines: OrderedDict[str, deque[Ticket]] = OrderedDict()
        self._held: dict[str, int] = {}
        self.running = 0
        self.waiting = 0
        self._mean_s = 1.0

    def enter(self, client: str) -> Ticket:
        """Take a place. Raises :class:`RunRefused` where there is none, with the seconds after which to try again."""
        if self._held.get(client, 0) >= self._per_client:
            raise RunRefused(
                "client_busy",
                f"{self._per_client} of your runs are already going on or waiting; let one end first",
                max(1, round(self._mean_s)),
            )
        if self.waiting >= self.limit and self.running >= self.slots:
            raise RunRefused("queue_full", "every place in the queue is taken", self.wait_s(self.waiting))
        ticket = Ticket(client, asyncio.get_running_loop().create_future())
        self._held[client] = self._held.get(client, 0) + 1
        self._lines.setdefault(client, deque()).append(ticket)
        self.waiting += 1
        self._grant()
        return ticket

    def leave(self, ticket: Ticket, took_s: float | None = None) -> None:
        """Give the place or the slot back; *took_s* is how long the run took, for the estimate of waits."""
        if ticket.running:
            ticket.running = False
            self.running -= 1
            if took_s is not None:
                self._mean_s += 0.1 * (took_s - self._mean_s)
        elif not self._remove(ticket):
            return
        held = self._held[ticket.client] - 1
        if held:
            self._held[ticket.client] = held
        else:
            del self._held[ticket.client]
        self._grant()

    def position(self, ticket: Ticket) -> int:
        """How many waiting tickets will be served before *ticket*; 0 for the next one and for a running one."""
        if ticket.running:
            return 0
        place = 0
        own_line = self._lines[ticket.client]
        rank = own_line.index(ticket)
        seen_own = False
        for client, line in self._lines.items():
            if client == ticket.client:
                seen_own = True
                place += rank
            else:
                place += min(len(line), rank + (0 if seen_own else 1))
        return place

    def wait_s(self, position: int) -> int:
        """Expected seconds until a ticket at *position* is served, at least 1."""
        return max(1, round((position + 1) * self._mean_s / self.slots))

    def _remove(self, ticket: Ticket) -> bool:
        line = self._lines.get(ticket.client)
        if line is None or ticket not in line:
            return False
        line.remove(ticket)
        if not line:
            del self._lines[ticket.client]
        self.waiting -= 1
        return True

    def _grant(self) -> None:
        while self.running < self.slots and self._lines:
            client, line = next(iter(self._lines.items()))
            ticket = line.popleft()
            self.waiting -= 1
            if line:
                self._lines.move_to_end(client)
            else:
                del self._lines[client]
            ticket.running = True
            self.running += 1
            if not ticket.granted.done():
                ticket.granted.set_result(None)
