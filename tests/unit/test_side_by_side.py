"""Which lines of two runs differ, and what is no difference."""

from __future__ import annotations

import pytest

from app.notes.programs import program
from app.settings import Settings
from app.web.language import Words, load_words
from app.web.side_by_side import Shown, Step, count_differences, marked, steps
from app.web.transcript import Transcript

CODE = "x = 1\nprint(x)\nassert x == 1\nx\n"


def differing(left: list[str], right: list[str]) -> tuple[list[str], list[str]]:
    """The lines of each side that are marked."""
    sides = marked([Shown(text, differs=False) for text in left], [Shown(text, differs=False) for text in right])
    return [one.text for one in sides[0] if one.differs], [one.text for one in sides[1] if one.differs]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("<Linear object at 0x7f00aa>", "<Linear object at 0x7f11bb>"),
        ("94449419655552", "94269232321216"),
        ("it took 12.5 ms", "it took 9 ms"),
        (
            "/a/lib/python3.11/site-packages/torch/nn/modules/module.py:1778: UserWarning: old",
            "/b/.venv/lib/python3.12/site-packages/torch/nn/modules/module.py:1790: UserWarning: old",
        ),
        (
            '  File "/a/lib/python3.11/site-packages/torch/_tensor.py", line 5, in backward',
            '  File "/b/lib/python3.11/site-packages/torch/_tensor.py", line 7, in backward',
        ),
        ("(Triggered internally at /pytorch/aten/src/ATen/native/Copy.cpp:305.)",) * 2,
        ("(Triggered internally at /pytorch/a/Copy.cpp:305.)", "(Triggered internally at /build/b/Copy.cpp:99.)"),
        ("tensor([0.33333])", "tensor([0.33334])"),
    ],
)
def test_what_is_no_difference(left: str, right: str) -> None:
    assert differing([left], [right]) == ([], [])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["2.13.0"], ["2.14.1"]),
        (["tensor([1, 2])"], ["tensor([1, 3])"]),
        (["tensor([0.33])"], ["tensor([0.34])"]),
        (["main.py:3: UserWarning"], ["main.py:4: UserWarning"]),
        (["torch/nn/a.py:1: one"], ["torch/nn/a.py:1: other"]),
    ],
)
def test_what_is_one(left: list[str], right: list[str]) -> None:
    assert differing(left, right) == (left, right)


def test_lines_that_only_one_side_has_are_marked_and_the_rest_still_meets() -> None:
    assert differing(["a", "b", "c"], ["a", "new", "b", "c"]) == ([], ["new"])
    assert differing(["a", "b"], []) == (["a", "b"], [])


@pytest.fixture
def words() -> Words:
    return load_words(Settings().locale_dir)["en"]


def compared(words: Words, left: list[dict[str, object]], right: list[dict[str, object]]) -> tuple[Step, ...]:
    view = program(CODE).view("en")
    sides = []
    for events in (left, right):
        transcript = Transcript("x", view)
        for event in events:
            transcript.apply(event)
        sides.append(transcript)
    return steps(view, words, *sides)


def test_outputs_stand_after_the_statement_that_made_them(words: Words) -> None:
    out = {"kind": "stdout", "line": 2, "text": "1\n"}
    value = {"kind": "value", "line": 4, "data": {"text/plain": "1"}}
    found = compared(words, [out, value], [out, {**value, "data": {"text/plain": "2"}}])
    shown = [([one.text for one in step.left], [one.text for one in step.right], step.differs) for step in found]
    assert shown == [([], [], False), (["1"], ["1"], False), ([], [], False), (["1"], ["2"], True)]
    assert count_differences(found) == 1


def test_an_assert_that_holds_on_one_side_only_is_a_difference(words: Words) -> None:
    held = {"kind": "assertion", "line": 3, "passed": True, "source": "x == 1", "message": ""}
    found = compared(words, [held], [{**held, "passed": False}])
    assert [one.text for one in found[2].left] == ["✓ holds"]
    assert [one.text for one in found[2].right] == ["does not hold: x == 1"]
    assert found[2].differs
    assert not any(step.differs for step in compared(words, [held], [held]))


def test_an_error_is_compared_by_what_it_says(words: Words) -> None:
    error = {"kind": "error", "line": 2, "type": "RuntimeError", "message": "size 2", "traceback": "a", "frames": []}
    assert not compared(words, [error], [{**error, "traceback": "b"}])[1].differs
    found = compared(words, [error], [{**error, "message": "size 3"}])[1]
    assert found.differs
    assert found.left[0].kind == "error"
