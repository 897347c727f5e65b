"""How several runs compare."""

from __future__ import annotations

from typing import Any

import pytest

from app.web.agreement import compare, outputs


def value(line: int, text: str) -> dict[str, Any]:
    return {"kind": "value", "line": line, "data": {"text/plain": text}}


def out(line: int, text: str) -> dict[str, Any]:
    return {"kind": "stdout", "line": line, "text": text}


def test_each_printed_line_and_value_counts_by_itself() -> None:
    events = [
        {"kind": "queued", "line": None, "id": "x"},
        out(1, "a\nb"),
        out(1, "c\n\n"),
        value(2, "tensor(1.)"),
        {"kind": "assertion", "line": 3, "passed": True, "source": "x == 1"},
        {"kind": "error", "line": 4, "type": "ValueError", "message": "no"},
        out(5, "10%\r20%\r30%\n"),
    ]
    found = [(one.line, one.index, one.text) for one in outputs(events)]
    assert found == [
        (1, 0, "a"), (1, 1, "bc"), (2, 0, "tensor(1.)"), (3, 0, "✓ x == 1"), (4, 0, "ValueError: no"), (5, 0, "30%"),
    ]  # fmt: skip


def test_what_agrees_agrees_and_what_differs_in_numbers_is_measured() -> None:
    runs = [outputs([value(1, "same 3"), value(2, f"tensor({n}.5000, grad_fn=<SumBackward0>)")]) for n in (1, 2, 3)]
    first, second = compare([runs])
    assert first.groups[0].agree
    assert first.groups[0].spreads == ()
    side = second.groups[0]
    assert not side.agree
    assert (side.different, side.varying, side.numbers) == (3, 1, 1)
    spread = side.spreads[0]
    assert (spread.low, spread.mean, spread.high) == (1.5, 2.5, 3.5)
    assert spread.std == pytest.approx(1.0)


def test_only_the_numbers_that_differ_are_listed() -> None:
    runs = [outputs([value(1, f"tensor([1., {n}, -{n}e-3])")]) for n in (4, 5)]
    side = compare([runs])[0].groups[0]
    assert (side.varying, side.numbers) == (2, 3)
    assert [(one.low, one.high) for one in side.spreads] == [(4, 5), (-0.005, -0.004)]


def test_padding_is_not_a_difference_but_words_are() -> None:
    padded = [outputs([value(1, text)]) for text in ("tensor([ 0.5000, -1.0000])", "tensor([-0.5000,  1.0000])")]
    assert compare([padded])[0].groups[0].varying == 2
    words = [outputs([value(1, text)]) for text in ("cat 1", "dog 2")]
    side = compare([words])[0].groups[0]
    assert (side.different, side.spreads) == (2, ())


def test_what_a_run_did_not_show_is_missing_there() -> None:
    runs = [outputs([out(1, "a\nb\n")]), outputs([out(1, "a\n")])]
    rows = compare([runs, runs[:1]])
    assert [row.groups[0].missing for row in rows] == [0, 1]
    assert [row.groups[0].agree for row in rows] == [True, False]
    assert all(row.groups[1].agree for row in rows)


def test_not_a_number_is_a_word() -> None:
    runs = [outputs([value(1, text)]) for text in ("tensor(nan)", "tensor(1.)")]
    assert compare([runs])[0].groups[0].spreads == ()
