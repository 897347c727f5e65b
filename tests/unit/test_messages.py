"""An error message is known again with other numbers, names, dtypes, devices and shapes in it."""

from __future__ import annotations

import time

import pytest

from app.notes.library import Library
from app.notes.messages import Messages, message_of, skeleton
from app.settings import ROOT


@pytest.fixture(scope="module")
def messages() -> Messages:
    return Messages(Library.load(ROOT / "snippets").notes.values())


SAME = [
    (
        "mat1 and mat2 shapes cannot be multiplied (2x864 and 400x10)",
        "mat1 and mat2 shapes cannot be multiplied (1x9 and 8x7)",
    ),
    ("got torch.Size([3])", "RuntimeError: got torch.Size([3, 1, 28, 28])"),
    (
        "expected target dtype to be Long or Byte, but got Float",
        "expected target dtype to be Long or Byte, but got Double",
    ),
    ("found at least two devices, cuda:0 and cpu!", "found at least two devices, cpu and cuda:1!"),
    ("value cannot be converted to type c10::Half", "value cannot be converted to type at::BFloat16"),
    (
        'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a", "b".',
        'Error(s) in loading state_dict for ResNet: Missing key(s) in state_dict: "c.d".',
    ),
    (
        "size mismatch, m1: [2 x 864], m2: [400 x 10] at /pytorch/aten/src/TH/x.cpp:136",
        "size mismatch, m1: [1 x 4], m2: [3 x 2]",
    ),
    (
        "StepLR.__init__() got an unexpected keyword argument 'verbose'",
        "__init__() got an unexpected keyword argument 'verbose'",
    ),
    ("lr is -1e-05", "lr is 0.1"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_varies_is_taken_out(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_what_tells_mistakes_apart_stays() -> None:
    assert skeleton("'list' object has no attribute 'shape'") != skeleton("'NoneType' object has no attribute 'norm'")
    assert skeleton("got an unexpected keyword argument 'a'") != skeleton("got an unexpected keyword argument 'b'")
    assert skeleton("`a` is deprecated") != skeleton("`b` is deprecated")


def test_a_traceback_ends_with_its_message() -> None:
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: x\n\nDuring …\n\nIndexError: index 6\n'
    )
    assert message_of(text) == "IndexError: index 6"
    assert message_of(text.replace("\n", "")) == "IndexError: index 6"  # as a one-line field takes it
    assert message_of("no message here ") == "no message here"


KNOWN = [
    ("IndexError", "index -9 is out of bounds for dimension 3 with size 8", "index-bounds"),
    (
        "torch.AcceleratorError",
        "CUDA error: device-side assert triggered\nCUDA kernel errors might be …",
        "index-bounds",
    ),
    ("RuntimeError", "shape '[4, -1, 7]' is invalid for input of size 99", "view-reshape-permute"),
    (
        "ValueError",
        "Target size (torch.Size([64, 10])) must be the same as input size (torch.Size([64]))",
        "one-hot-losses",
    ),
    ("AttributeError", "'DataParallel' object has no attribute 'encoder'", "state-dict-prefix"),
    ("RuntimeError", 'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "x.y". ', None),
    ("RuntimeError", "Function 'LogBackward1' returned nan values in its 3th output.", "nan-gradient"),
    ("RuntimeError", "expected scalar type Half but found Float", "numpy-bridge"),
    ("TypeError", "ReduceLROnPlateau.step() missing 1 required positional argument: 'metrics'", "lr-schedules"),
    ("NotImplementedError", 'Module [Encoder] is missing the required "forward" function', None),
    ("RuntimeError", "scatter_(): Expected dtype int32/int64 for index", None),
]


@pytest.mark.parametrize(("kind", "message", "note"), KNOWN)
def test_a_runs_error_is_known_whatever_its_numbers(
    messages: Messages, kind: str, message: str, note: str | None
) -> None:
    found = messages.explain(kind, message)
    assert found is not None
    assert note is None or found.note == note


UNKNOWN = [
    ("AttributeError", "'NoneType' object has no attribute 'split'"),
    ("AttributeError", "'list' object has no attribute 'foo'"),
    ("AttributeError", "module 'torch' has no attribute 'frobnicate'"),
    ("TypeError", "f() got an unexpected keyword argument 'colour'"),
    ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'"),
    ("KeyError", "'weight'"),
    ("ZeroDivisionError", "division by zero"),
    ("ValueError", "error"),
    ("RuntimeError", ""),
    ("IndexError", "list index out of range"),
]


@pytest.mark.parametrize(("kind", "message"), UNKNOWN)
def test_a_stranger_error_is_not_mistaken_for_one(messages: Messages, kind: str, message: str) -> None:
    assert messages.explain(kind, message) is None


def test_every_message_finds_its_own_note() -> None:
    library = Library.load(ROOT / "snippets")
    messages = Messages(library.notes.values())
    lost = []
    for note in library.notes.values():
        for message in note.errors:
            sharing = {other.slug for other in library.notes.values() if message in other.errors}
            found = messages.matches(message)
            if not found or not found[0].whole or found[0].known.note not in sharing:
                lost.append((note.slug, message, found[0].known.message if found else ""))
    assert lost == []


@pytest.mark.parametrize(
    "part", ["a", "A", "A.", "1", "1.", "'", "[#, ", "(#, ", 'File "', " at /", "A_()", "tensor of "]
)
def test_a_message_made_to_be_slow_is_not(part: str) -> None:
    """A stranger's program chooses its message, and while it is read nobody else is answered."""
    known = Messages([])
    hostile = part * (20_000 // len(part))
    began = time.process_time()
    known.matches(hostile)  # as a search
    known.explain("ValueError", hostile)
    assert time.process_time() - began < 1
