"""A page's languages are stamped when they say the same; what changes on one side later marks the other as behind."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import pytest

from app.cli_notes import notes as command
from app.notes.library import Library, LibraryErrors
from app.notes.translation import FILE, Behind, drift, write_stamp
from app.web.reading import note_rows
from tests.error_pages import SLUG, write_error
from tests.web import write_notes

if TYPE_CHECKING:
    from pathlib import Path

    from app.notes.models import Note


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The sample note, stamped."""
    directory = write_notes(tmp_path / "notes")
    write_stamp(Library.load(directory).note("sample"), directory / "sample")
    return directory


def change(notes: Path, file: str, old: str, new: str) -> Note:
    path = notes / "sample" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return Library.load(notes).note("sample")


def test_a_stamped_page_is_in_step(notes: Path) -> None:
    assert drift(Library.load(notes).note("sample")).in_step


def test_a_page_that_was_never_stamped_is_to_be_read(notes: Path) -> None:
    (notes / "sample" / FILE).unlink()
    found = drift(Library.load(notes).note("sample"))
    assert (found.behind, found.unread, found.in_step) == (frozenset(), ("all of it",), False)


@pytest.mark.parametrize(
    ("file", "old", "new", "behind"),
    [
        ("en.md", "Some *English* prose.", "Other prose.", Behind("zh", "after heading hello", 0)),
        ("zh.md", "一些*中文*。", "别的。", Behind("en", "after heading hello", 0)),
        ("en.md", "First words.", "First words, changed.", Behind("zh", "the beginning", 0)),
        ("en.md", "One and one make three.", "One and one make four.", Behind("zh", "claim sums-hold", 0)),
        ("zh.md", "## 检验它", "## 检查它", Behind("en", "heading check", 0)),
        ("en.md", "title: A sample note", "title: An example", Behind("zh", "title", 0)),
        ("zh.md", "summary: 它展示了什么。", "summary: 它展示的东西。", Behind("en", "summary", 0)),
        ("hello.py", 'title.en = "Hello"', 'title.en = "Good day"', Behind("zh", "title of hello.py", 0)),
        ("en.md", "Some *English* prose.", "Some *English* prose.\n\nMore.", Behind("zh", "after heading hello", 0)),
    ],
)
def test_what_changes_on_one_side_leaves_the_other_behind(
    notes: Path, file: str, old: str, new: str, behind: Behind
) -> None:
    found = drift(change(notes, file, old, new))
    assert (found.behind, found.unread) == (frozenset({behind}), ())


def test_what_changes_on_both_sides_is_to_be_read_and_marks_nothing(notes: Path) -> None:
    change(notes, "en.md", "First words.", "Words.")
    found = drift(change(notes, "zh.md", "开头的话。", "话。"))
    assert (found.behind, found.unread) == (frozenset(), ("the beginning",))


def test_how_a_paragraph_is_wrapped_says_nothing(notes: Path) -> None:
    assert drift(change(notes, "en.md", "Some *English* prose.", "Some\n*English*\nprose.")).in_step


def test_of_several_paragraphs_the_ones_that_did_not_follow_are_behind(notes: Path) -> None:
    change(notes, "en.md", "First words.", "One.\n\nTwo.\n\nThree.")
    note = change(notes, "zh.md", "开头的话。", "一。\n\n二。\n\n三。")
    write_stamp(note, notes / "sample")
    change(notes, "en.md", "Two.", "Two, changed.")
    found = drift(change(notes, "zh.md", "三。", "三，改过。"))
    assert found.behind == {Behind("zh", "the beginning", 1), Behind("en", "the beginning", 2)}


def test_the_rows_of_a_page_say_which_language_is_behind(notes: Path) -> None:
    note = change(notes, "en.md", "Some *English* prose.", "Other prose.")
    marked = {lang: [row for row in note_rows(note, lang, both=False) if row.behind] for lang in ("en", "zh")}
    assert marked["en"] == []
    ((row),) = marked["zh"]
    assert "中文" in row.sides[0][1]
    (row,) = [row for row in note_rows(note, "en", both=True) if row.behind]
    assert row.behind == {"zh"}


def test_a_stamp_that_is_none_is_refused(notes: Path) -> None:
    for text, said in (("x = ", "not TOML"), ("x = 3\n", "this is no stamp")):
        (notes / "sample" / FILE).write_text(text, "utf-8")
        with pytest.raises(LibraryErrors, match=said):
            Library.load(notes)


def test_the_command_says_what_is_behind_and_stamps(
    notes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDNOTES_SNIPPETS_DIR", str(notes))
    write_error(notes)
    change(notes, "en.md", "First words.", "Words.")
    assert command(Namespace(notes=[], stamp=False)) == 1
    said = capsys.readouterr().out
    assert "sample is behind its other language: zh.md: the beginning" in said
    assert "translations: 0 of 2 in step, 1 behind, 1 to be read and stamped" in said
    assert command(Namespace(notes=["sample", SLUG], stamp=True)) == 0
    assert command(Namespace(notes=["all"], stamp=False)) == 0
    assert "2 of 2 in step" in capsys.readouterr().out
    assert command(Namespace(notes=["nothing"], stamp=True)) == 2
    assert command(Namespace(notes=[], stamp=True)) == 2
