from __future__ import annotations

import pytest

from app.runs.models import RunRefused
from app.runs.queue import FairQueue, Ticket


def enter(queue: FairQueue, names: str) -> list[Ticket]:
    return [queue.enter(name) for name in names]


async def test_slots_are_granted_at_once_and_then_one_by_one() -> None:
    queue = FairQueue(slots=2, limit=10, per_client=10)
    a, b, c = enter(queue, "abc")
    assert [a.running, b.running, c.running] == [True, True, False]
    queue.leave(a)
    assert c.running
    assert c.granted.done()


async def test_clients_take_turns_however_many_runs_one_of_them_sends() -> None:
    queue = FairQueue(slots=1, limit=10, per_client=10)
    first, *waiting = enter(queue, "xaaabb")
    order = []
    names = {id(ticket): f"{ticket.client}{number}" for number, ticket in enumerate(waiting)}
    predicted = sorted(waiting, key=queue.position)
    current = first
    for _ in waiting:
        queue.leave(current)
        current = next(ticket for ticket in waiting if ticket.running)
        order.append(names[id(current)])
    assert order == ["a0", "b3", "a1", "b4", "a2"]
    assert [names[id(ticket)] for ticket in predicted] == order


async def test_the_line_has_an_end() -> None:
    queue = FairQueue(slots=1, limit=2, per_client=10)
    enter(queue, "abc")
    with pytest.raises(RunRefused) as refusal:
        queue.enter("d")
    assert refusal.value.reason == "queue_full"
    assert refusal.value.retry_after_s is not None
    assert refusal.value.retry_after_s >= 1


async def test_one_client_holds_only_so_many_places() -> None:
    queue = FairQueue(slots=1, limit=10, per_client=2)
    tickets = enter(queue, "aa")
    with pytest.raises(RunRefused) as refusal:
        queue.enter("a")
    assert refusal.value.reason == "client_busy"
    queue.enter("b")
    queue.leave(tickets[0])
    queue.enter("a")


async def test_leaving_while_waiting_frees_the_place_and_leaving_twice_does_nothing() -> None:
    queue = FairQueue(slots=1, limit=1, per_client=5)
    a, b = enter(queue, "ab")
    queue.leave(b)
    queue.leave(b)
    assert queue.waiting == 0
    c = queue.enter("c")
    queue.leave(a)
    assert c.running
    queue.leave(c)
    assert (queue.running, queue.waiting) == (0, 0)


async def test_the_expected_wait_follows_what_runs_take() -> None:
    queue = FairQueue(slots=1, limit=10, per_client=50)
    for _ in range(40):
        queue.leave(queue.enter("a"), took_s=8.0)
    assert queue.wait_s(0) == 8
    assert queue.wait_s(1) == 16
