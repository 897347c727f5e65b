from __future__ import annotations

from typing import Any

import pytest

from app.runs import intake

ERROR = {"kind": "error", "type": "E", "message": "m", "traceback": "t", "frames": []}
VARIABLE = {"name": "x", "kind": "tensor", "shape": [2], "requires_grad": True, "storage": "a"}


def test_well_formed_frames_become_event_data() -> None:
    value = intake.data_of({"kind": "value", "data": {"text/plain": "1", "image/png": "aGk="}})
    assert value == {"data": {"text/plain": "1", "image/png": "aGk="}}
    figure = {"kind": "figure", "data": {"image/png": "aGk="}, "width": 3, "height": 4.0, "alt": "a"}
    assert intake.data_of(figure) == {"data": {"image/png": "aGk="}, "width": 3, "height": 4, "alt": "a"}
    assertion = intake.data_of({"kind": "assertion", "passed": True, "source": "x", "extra": 1})
    assert assertion == {"passed": True, "source": "x", "message": ""}
    variables = intake.data_of({"kind": "variables", "variables": [VARIABLE]})
    assert variables is not None
    assert variables["variables"][0]["shape"] == [2]
    assert variables["variables"][0]["grad_fn"] is None


@pytest.mark.parametrize(
    "frame",
    [
        {"kind": "queued", "id": "another"},
        {"kind": "started", "device": "cuda"},
        {"kind": "nonsense"},
        {"kind": "value"},
        {"kind": "value", "data": {"text/plain": 1}},
        {"kind": "value", "data": {"image/png": {}}},
        {"kind": "value", "data": {"application/vnd.fieldnotes.tensor+json": "x"}},
        {"kind": "figure", "data": {"image/png": "x"}, "width": "wide", "height": 1},
        {"kind": "figure", "data": {"image/png": "x"}, "width": float("inf"), "height": 1},
        {"kind": "figure", "data": {"image/png": "x"}, "width": -1, "height": 1},
        {"kind": "assertion", "passed": True},
        {**ERROR, "frames": [{"line": "1", "function": "f"}]},
        {**ERROR, "type": None},
        {"kind": "variables", "variables": [{**VARIABLE, "requires_grad": "yes"}]},
        {"kind": "variables", "variables": [{**VARIABLE, "name": None}]},
        {"kind": "variables", "variables": [1]},
    ],
)
def test_malformed_frames_are_dropped(frame: dict[str, Any]) -> None:
    assert intake.data_of(frame) is None


def test_unknown_mime_types_do_not_cross() -> None:
    data = intake.data_of({"kind": "value", "data": {"text/plain": "1", "image/svg+xml": "<svg>", "text/x": "y"}})
    assert data == {"data": {"text/plain": "1"}}


def test_long_texts_are_cut_and_lists_bounded() -> None:
    error = intake.data_of({**ERROR, "message": "m" * 10**6})
    assert error is not None
    assert len(error["message"]) < 21_000
    many = intake.data_of({"kind": "variables", "variables": [VARIABLE] * 1000})
    assert many is not None
    assert len(many["variables"]) == intake.MAX_VARIABLES


@pytest.mark.parametrize(("line", "kept"), [(3, 3), (0, None), (-1, None), ("3", None), (True, None), (10**9, None)])
def test_lines_are_positive_integers(line: object, kept: int | None) -> None:
    assert intake.line_of({"kind": "stdout", "line": line}) == kept


def test_weight_counts_everything_however_deep() -> None:
    assert intake.weight({"data": {"a": "xxx"}}) >= 4
    assert intake.weight({"data": {"a": {"b": ["yy" * 1000]}}}) > 2000
    assert intake.weight({"data": {"k" * 5000: 0}}) > 5000
    assert intake.weight({"data": {"rows": [0] * 1000}}) > 8000
    assert intake.weight({"data": {"rows": [[]] * 1000}}) > 8000
