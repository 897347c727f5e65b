"""Documentation as a reader sees it, and what of a program ruff warns about: without a process of their own."""

from __future__ import annotations

import pytest

from app.sandbox import completion, ruff


@pytest.mark.parametrize(
    ("doc", "expected"),
    [
        ("See :class:`~torch.nn.ReLU` and :attr:`size`.", "See torch.nn.ReLU and size."),
        ("This is :ref:`a format <page>`; ``None`` is one.", "This is a format; None is one."),
        ("a sentence\nthat goes on\n\n    >>> code()\n    1", "a sentence that goes on\n\n    >>> code()\n    1"),
        ("Args:\n    x: one", "Args:\n    x: one"),
        ("- one\n- two", "- one\n- two"),
        (":math:`\\frac{\\text{a}}{b} \\times 2 \\leq \\dots`", "(a)/(b) × 2 ≤ …"),
    ],
)
def test_documentation_is_for_reading(doc: str, expected: str) -> None:
    assert completion.readable(doc) == expected


def test_long_documentation_ends_at_a_paragraph() -> None:
    text = completion.readable("\n\n".join(["word " * 100] * 20))
    assert len(text) <= completion.MOST_DOC + 2
    assert text.endswith("word\n…")


@pytest.mark.parametrize(
    ("parameter", "short"),
    [("dtype: _dtype | None=None", "dtype=None"), ("input: Tensor", "input"), ("*size: int", "*size"), ("x=1", "x=1")],
)
def test_a_parameter_is_told_without_its_annotation(parameter: str, short: str) -> None:
    assert completion._short(parameter) == short


def test_signatures_of_a_docstring_are_told_apart_from_its_text() -> None:
    doc = "max(input) -> Tensor\nmax(input, dim) -> (Tensor, LongTensor)\n\nReturns the maximum."
    signatures, rest = completion._split("max", doc)
    assert signatures == ["max(input) -> Tensor", "max(input, dim) -> (Tensor, LongTensor)"]
    assert rest.strip() == "Returns the maximum."


@pytest.mark.parametrize(
    ("full", "known"),
    [
        ("torch._C._VariableFunctions.ones", "torch.ones"),
        ("torch._C.TensorBase.view", "torch.Tensor.view"),
        ("torch._tensor.Tensor.backward", "torch.Tensor.backward"),
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("builtins.len", "len"),
        ("collections.OrderedDict", "collections.OrderedDict"),
    ],
)
def test_a_name_is_the_one_that_people_know(full: str, known: str) -> None:
    assert completion._public(full) == known


def test_what_can_not_run_is_an_error_and_the_rest_a_warning() -> None:
    found = {one["code"]: one["severity"] for one in ruff.lint("def f(x=[]):\n    return y\n")["warnings"]}
    assert found == {"B006": "warning", "F821": "error"}
    (broken,) = ruff.lint("x = (")["warnings"]
    assert (broken["code"], broken["severity"]) == ("invalid-syntax", "error")


def test_a_layout_is_kept_where_there_is_none_better() -> None:
    code = "x = 1\n"
    assert ruff.format_code(code) == {"code": code, "error": ""}
