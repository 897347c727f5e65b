from __future__ import annotations

from app.runs.account import Account
from app.runs.families import Member

BASELINE, LIMIT = 200, 1000


def member(pid: int, anonymous: int, *, parent: int = 0, shared: int = 0, faulted: int = 0, cpu: float = 0) -> Member:
    return Member(pid, parent, pid, anonymous, shared, faulted, cpu)


def account() -> Account:
    return Account(BASELINE, 30.0, LIMIT, now=0.0)


def test_one_process_is_known_without_asking() -> None:
    books = account()
    books.look([member(1, 900)], 0)
    assert books.used == 700
    assert not books.doubtful(100.0)
    books.look([member(1, 900)], 400)
    assert books.used == 1100, "files in shared memory are memory"


def test_relatives_that_share_are_not_charged_for_each() -> None:
    books = account()
    family = [member(1, 900), *(member(pid, 900, parent=1) for pid in (2, 3, 4))]
    books.look(family[:1], 0)
    books.look(family, 0)
    assert books.most() == 3400
    assert books.used == 700, "once, that is sure"
    assert books.doubtful(0.6), "what they share is not known for long"
    books.measured(family, 760, 0, asked=0.6, answered=0.61)
    assert books.used == 600, "all but one part of the interpreter's own pages"
    assert not books.doubtful(0.7)
    assert books.doubtful(1.2)


def test_what_is_surely_private_is_charged_at_once() -> None:
    books = account()
    family = [member(1, 300), member(2, 300, parent=1)]
    books.look(family, 0)
    books.measured(family, 400, 0, asked=0.1, answered=0.1)
    used = books.used
    books.look(family, 0)
    books.look([member(1, 300), member(2, 700, parent=1), member(3, 600, parent=1, faulted=290)], 0)
    assert books.used == used + 400 + 290
    books.look([member(1, 300), member(2, 300, parent=1), member(3, 600, parent=1, faulted=10)], 0)
    assert books.used == used + 10, "it inherited more than was ever seen"
    books.look([member(1, 300)], 50)
    assert books.used == 150, "alone again"


def test_what_came_while_the_kernel_was_asked_is_charged_once() -> None:
    books = account()
    books.look([member(1, 300), member(2, 300, parent=1)], 0)
    asked = books.family
    books.measured(asked, 1000, 0, asked=0.1, answered=0.3)
    used = books.used
    grown = [member(1, 960), member(2, 300, parent=1)]
    books.look(grown, 0)
    assert books.used == used, "the answer knew of it already"
    assert books.doubtful(0.6), "or not"
    books.look([member(1, 1010), member(2, 300, parent=1)], 0)
    assert books.used == used + 50


def test_what_the_dead_held_is_not_charged_to_who_comes_after() -> None:
    books = account()
    family = [member(1, 300), member(2, 900, parent=1)]
    books.look(family, 0)
    books.measured(family, 1000, 0, asked=0.1, answered=0.1)
    assert books.used > 800
    books.look([member(1, 300), member(3, 950, parent=1, faulted=600)], 0)
    assert books.used < LIMIT
    assert books.doubtful(0.2), "only the kernel knows"


def test_copies_of_shared_pages_raise_a_doubt() -> None:
    books = account()
    family = [member(1, 900), member(2, 900, parent=1)]
    books.look(family, 0)
    books.measured(family, 900, 0, asked=0.1, answered=0.11)
    assert not books.doubtful(0.2)
    books.look([member(1, 900), member(2, 900, parent=1, faulted=400)], 0)
    assert books.used < LIMIT
    assert books.doubtful(0.2)
    assert not books.doubtful(0.115), "the kernel is left alone for as long as it took"


def test_a_new_process_is_doubted_by_what_it_added_only() -> None:
    books = account()
    family = [member(1, 900), member(2, 900, parent=1)]
    books.look(family, 0)
    books.measured(family, 900, 0, asked=0.1, answered=0.1)
    books.look([*family, member(3, 900, parent=1, faulted=10)], 0)
    assert not books.doubtful(0.2)
    books.look([*family, member(3, 900, parent=1, faulted=500)], 0)
    assert books.doubtful(0.2)


def test_processor_time_of_the_dead_is_not_forgotten() -> None:
    books = account()
    books.look([member(1, 300, cpu=100), member(2, 300, cpu=50)], 0)
    books.look([member(1, 300, cpu=110)], 0)
    assert books.cpu_ms == 130.0
    reused = Member(2, 1, 77, 300, 0, 0, 20)
    books.look([member(1, 300, cpu=110), reused], 0)
    assert books.cpu_ms == 150.0, "the same number is another process"
