from __future__ import annotations

from typing import Any

import pytest

from app.proofs.compare import differences, same_text


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("<object at 0x7f1234567890>", "<object at 0x55aa00112233>"),
        ("ptr 140234567890123", "ptr 94000000000001"),
        ("took 1.23 ms", "took 4.5 ms"),
        ("worker (pid(s) 3) exited", "worker (pid(s) 40312) exited"),
        ("tensor([0.33333])", "tensor([0.33334])"),
        ("1e-9", "2e-9"),
        ("[1.0000,  2.0]", "[1.00004, 2.0]"),
        ("/tmp/fieldnotes-ab1/seat-3/x.pt", "/var/tmp/fieldnotes-zz/seat-11/x.pt"),
    ],
)
def test_what_may_differ_is_the_same(left: str, right: str) -> None:
    assert same_text(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("tensor([1, 2])", "tensor([1, 3])"),
        ("tensor([0.33])", "tensor([0.34])"),
        ("True", "False"),
        ("1.0", "one"),
        ("shape [2, 3]", "shape [2, 3, 1]"),
    ],
)
def test_what_must_not_differ_is_not(left: str, right: str) -> None:
    assert not same_text(left, right)


def result(*events: dict[str, Any], status: str = "ok") -> dict[str, Any]:
    return {"status": status, "events": list(events)}


def test_pieces_of_one_print_are_one_thing() -> None:
    pieces = result(
        {"kind": "stdout", "line": 1, "text": "a"},
        {"kind": "stdout", "line": 1, "text": "b\n"},
    )
    assert differences(pieces, result({"kind": "stdout", "line": 1, "text": "ab\n"})) == []


def test_each_kind_of_difference_is_named() -> None:
    old = result({"kind": "value", "line": 2, "data": {"text/plain": "1"}})
    assert differences(old, result(status="error"))[0] == "status was 'ok' and is 'error'"
    assert "it showed 1 things and now shows 0" in differences(old, result())
    moved = result({"kind": "value", "line": 3, "data": {"text/plain": "1"}})
    assert differences(old, moved) == ["line 2 had 'value'; now line 3 has 'value'"]
    other = result({"kind": "value", "line": 2, "data": {"text/plain": "2"}})
    assert differences(old, other) == ["line 2: was '1', is '2'"]


def test_timing_and_progress_events_do_not_count() -> None:
    noise = {"kind": "queued", "id": "x"}, {"kind": "done", "status": "ok"}, {"kind": "variables", "variables": []}
    assert differences(result(), result(*noise)) == []
