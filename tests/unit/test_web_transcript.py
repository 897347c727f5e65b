"""Each output at the statement that made it; malformed or hostile events never become markup or a crash."""

from __future__ import annotations

import base64
import struct
from pathlib import Path
from typing import Any

from app.notes.library import Library
from app.notes.models import SnippetView, Statement
from app.web.outputs import (
    MODULE,
    TABLE,
    TENSOR,
    ErrorBlock,
    FigureBlock,
    HtmlBlock,
    ModuleBlock,
    NoticeBlock,
    TableBlock,
    TensorBlock,
    TerminalBlock,
    TextBlock,
    value_block,
)
from app.web.transcript import Transcript, variables
from tests.web import write_notes

VIEW = SnippetView(
    "a = 1\nfor i in range(3):\n    print(i)\n\nassert a\n",
    (4, 7, 8, 9, 10),
    (Statement(1, 1, False), Statement(2, 3, False), Statement(5, 5, True)),
)
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 30, 20) + b"\0" * 30).decode()


def event(kind: str, line: int | None = None, **data: Any) -> dict[str, Any]:
    return {"seq": 0, "t_ms": 0, "kind": kind, "line": line, **data}


def slots_of(run: Transcript) -> list[list[str]]:
    return [[block.kind for block in run.slots[index]] for index in sorted(run.slots)]


def test_an_output_stands_after_its_statement() -> None:
    run = Transcript("s", VIEW)
    run.apply(event("stdout", 3, text="0\n"))
    run.apply(event("value", 1, data={"text/plain": "1"}))
    assert slots_of(run) == [["text"], ["terminal"], []]


def test_text_of_one_statement_is_one_terminal() -> None:
    run = Transcript("s", VIEW)
    run.apply(event("stdout", 2, text="10%\r"))
    run.apply(event("stderr", 3, text="20%\r"))
    (block,) = run.slots[1]
    assert isinstance(block, TerminalBlock)
    assert block.piece_html(0) == '<span class="t-err">20%</span>'


def test_what_has_been_sent_grows_and_what_is_new_is_appended() -> None:
    run = Transcript("s", VIEW)
    run.apply(event("stdout", 2, text="one\n"))
    assert [slot for slot, _ in run.take_changes().appended] == [1]
    run.apply(event("stdout", 2, text="two\n"))
    changes = run.take_changes()
    assert changes.appended == []
    assert [(block.id, first) for block, first in changes.grown] == [("s-b1", 0)]
    run.apply(event("stdout", 2, text="x" * 9000 + "\n"))
    run.apply(event("stdout", 2, text="next\n"))
    ((block, first),) = run.take_changes().grown
    assert (first, len(block.pieces)) == (0, 2)


def test_lines_of_the_file_are_mapped_to_the_lines_shown() -> None:
    run = Transcript("s", VIEW, file_lines=True)
    run.apply(event("stdout", 8, text="x"))
    run.apply(event("assertion", 10, passed=True, source="a", message=""))
    run.apply(event("error", 7, type="E", message="m", frames=[{"line": 8, "function": "f", "source": "print(i)"}]))
    assert slots_of(run) == [[], ["terminal", "error"], []]
    assert run.marks == {5: "pass"}
    assert run.bad_line == 2
    error = run.slots[1][1]
    assert isinstance(error, ErrorBlock)
    assert error.frames[0].line == 3


def test_an_assert_that_fails_is_marked_and_says_so() -> None:
    run = Transcript("s", VIEW)
    run.apply(event("assertion", 5, passed=False, source="a", message="no"))
    assert run.marks == {5: "fail"}
    assert slots_of(run)[2] == ["check"]


def test_an_error_finds_its_note() -> None:
    run = Transcript("s", VIEW, explain=lambda kind, message: f"{kind}-{message}")
    run.apply(event("error", 1, type="T", message="m"))
    error = run.slots[0][0]
    assert isinstance(error, ErrorBlock)
    assert error.note == "T-m"


def test_rich_values_choose_the_best_they_can_show() -> None:
    tensor = {
        "shape": [1, 2], "dtype": "torch.float32", "device": "cpu", "requires_grad": True, "grad_fn": None,
        "rows": [["1.0", "<b>"]], "levels": [[8, 99]], "truncated": False, "index": None,
    }  # fmt: skip
    block = value_block("b", {"text/plain": "t", TENSOR: tensor})
    assert isinstance(block, TensorBlock)
    assert [(cell.text, cell.heat) for cell in block.rows[0]] == [("1.0", "h8"), ("<b>", "")]
    assert block.shape == "[1, 2]"
    table = value_block("b", {TABLE: {"columns": ["a"], "rows": [["1"]], "truncated": False}})
    assert isinstance(table, TableBlock)
    module = value_block("b", {MODULE: {"tree": {"name": "", "type": "Net", "extra": "", "params": 3, "children": []}}})
    assert isinstance(module, ModuleBlock)
    picture = value_block("b", {"text/plain": "p", "image/png": PNG})
    assert isinstance(picture, FigureBlock)
    assert (picture.width, picture.height) == (30, 20)
    assert isinstance(value_block("b", {"text/html": "<script>"}), HtmlBlock)


def test_malformed_values_fall_back_to_their_text() -> None:
    bundles: tuple[dict[str, Any], ...] = (
        {TENSOR: {"rows": 3}},
        {TABLE: []},
        {MODULE: {"tree": {}}},
        {"image/png": '"><script>'},
    )
    for bad in bundles:
        assert isinstance(value_block("b", {"text/plain": "t", **bad}), TextBlock)


def test_a_figure_that_is_no_png_is_left_out() -> None:
    run = Transcript("s", VIEW)
    run.apply(event("figure", 1, data={"image/png": "javascript:x"}, width=1, height=1, alt=""))
    assert isinstance(run.slots[0][0], NoticeBlock)


def test_unknown_events_and_missing_fields_do_no_harm() -> None:
    run = Transcript("s", VIEW)
    for kind in ("surprise", "stdout", "value", "figure", "assertion", "error", "variables", "truncated", "done"):
        run.apply(event(kind, 10_000))
    assert run.done


def test_only_shared_memory_is_coloured() -> None:
    rows = variables([{"name": n, "dtype": "torch.float32", "shape": [], "storage": s} for n, s in zip("xyz", "aab")])  # noqa: B905
    assert [(row.storage, row.shared, row.shape) for row in rows] == [
        ("a", True, "[]"),
        ("a", True, "[]"),
        ("b", False, "[]"),
    ]


def test_segments_of_a_view_hold_all_its_lines_once(tmp_path: Path) -> None:
    from app.web.cards import segments

    snippet = Library.load(write_notes(tmp_path)).snippet("sample/hello")
    view = snippet.view("zh")
    cut = segments(view, Transcript("s", view))
    assert [line.number for segment in cut for line in segment.lines] == list(range(1, len(view.lines) + 1))
    assert "打招呼" in cut[0].lines[0].html
