"""The pages of errors are read beside the notes, apart from them, and refused with file and line where they lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.notes.library import Library, LibraryErrors, main
from app.notes.models import Older
from app.notes.patterns import fault_of
from tests.error_pages import IDENT, MESSAGE, OLDER, SLUG, write_error
from tests.web import write_notes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def problems(notes: Path) -> list[str]:
    with pytest.raises(LibraryErrors) as caught:
        Library.load(notes)
    return str(caught.value).split("\n")


def test_the_page_of_an_error_is_read_whole(notes: Path) -> None:
    write_error(notes)
    page = Library.load(notes).errors[SLUG]
    assert page.is_error
    assert (page.id, page.path, page.kind, page.order) == (IDENT, f"errors/{IDENT}", "error", 3)
    assert page.errors[0] == MESSAGE
    assert page.older == (Older("1.4", OLDER),)
    assert page.match == (r"width \d+ is wrong",)
    assert [snippet.key for snippet in page.snippets.values()] == [f"{SLUG}/repro", f"{SLUG}/fix"]


def test_pages_of_errors_stand_apart_from_the_notes(notes: Path) -> None:
    write_error(notes)
    library = Library.load(notes)
    assert list(library.notes) == ["sample"]
    assert list(library.errors) == [SLUG]
    assert list(library.pages) == ["sample", SLUG]
    assert library.note(SLUG).is_error
    assert not library.note("sample").is_error
    assert library.snippet(f"{SLUG}/fix").note == SLUG
    assert [note.slug for _, group in library.categories() for note in group] == ["sample"]


def test_of_one_category_what_is_hit_more_often_comes_first(notes: Path) -> None:
    write_error(notes, "rare", en_md=("rank: 3", "rank: 90"), zh_md=("rank: 3", "rank: 90"))
    write_error(notes, "usual")
    assert list(Library.load(notes).errors) == ["error-usual", "error-rare"]


def test_notes_and_pages_of_errors_link_each_other(notes: Path) -> None:
    see = "Columns meet rows, see [it](note:sample#hello)."
    write_error(notes, en_md=("Columns meet rows.", see), zh_md=("列数要等于行数。", see.replace("it", "这里")))
    note = notes / "sample"
    for lang in ("en", "zh"):
        page = note / f"{lang}.md"
        page.write_text(page.read_text("utf-8") + f"\nSee [the 页面](note:{SLUG}#fix).\n", "utf-8")
    library = Library.load(notes)
    said = {slug: str(library.note(slug).body["en"]) for slug in ("sample", SLUG)}
    assert f'href="/en/errors/{IDENT}#fix"' in said["sample"]
    assert 'href="/en/notes/sample#hello"' in said[SLUG]


WRONG = [
    ("en_md", "category: modules", "category: errors", "unknown category 'errors'"),
    ("en_md", "rank: 3", "rank: many", "rank is a whole number"),
    ("en_md", "rank: 3", "rank: 0", "rank is a whole number"),
    ("en_md", "kind: error", "kind: mistake", "kind is one of error, silent, warning"),
    ("en_md", "rank: 3", "order: 3", "unknown key 'order'"),
    ("en_md", "1.4 | ", "", "older lists wordings as 'version | message'"),
    ("en_md", "width \\\\d+ is wrong", "width (", "is no regular expression"),
    ("en_md", "width \\\\d+ is wrong", "width .* is wrong", "repeats anything without end"),
    ("zh_md", "kind: error", "kind: warning", "'kind' differs from en.md"),
    ("zh_md", "1.4 | ", "1.5 | ", "'older' differs from en.md"),
    ("zh_md", "{#fix}", "{#mend}", "the page has no heading {#fix}"),
    ("en_md", "{#wrong-fixes}", "{#wrong}", "the page has no heading {#wrong-fixes}"),
    ("fix_py", "assert ", "", "this fix shows nothing"),
    ("repro_py", '# raises = "RuntimeError"\n', "", "this shows no mistake"),
    ("en_md", "related: []", "related: [nothing]", "related names 'nothing'"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), WRONG)
def test_what_a_page_lacks_is_said(notes: Path, file: str, old: str, new: str, said: str) -> None:
    folder = write_error(notes, IDENT, **{file: (old, new)})
    name = file.replace("_", ".")
    found = [line for line in problems(notes) if said in line]
    assert found, problems(notes)
    assert found[0].startswith(f"{folder / name}:")


def test_headings_come_in_their_order(notes: Path) -> None:
    order = ("{#cause}", "{#x}")
    folder = write_error(notes, en_md=order, zh_md=order)
    for name in ("en.md", "zh.md"):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_text(text.replace("{#fix}", "{#cause}").replace("{#x}", "{#fix}"), "utf-8")
    assert any("the headings come in the order cause, fix, wrong-fixes" in line for line in problems(notes))


def test_an_error_without_a_message_is_refused_and_a_silent_mistake_has_none(notes: Path) -> None:
    folder = write_error(notes)
    for name in ("en.md", "zh.md"):
        head, rest = (folder / name).read_text("utf-8").split("errors:\n")
        _, rest = rest.split("older:")
        (folder / name).write_text(f"{head}errors: []\nolder:{rest}", "utf-8")
    assert any("errors is empty" in line for line in problems(notes))
    for name in ("en.md", "zh.md"):
        page = folder / name
        page.write_text(page.read_text("utf-8").replace("kind: error", "kind: silent"), "utf-8")
    assert Library.load(notes).errors[SLUG].errors == ()


def test_two_errors_cannot_have_one_rank(notes: Path) -> None:
    write_error(notes)
    write_error(notes, "other")
    assert any("rank 3 is that of 'error-other' already" in line for line in problems(notes))


def test_a_notes_slug_cannot_be_taken_for_an_errors(notes: Path) -> None:
    (notes / "sample").rename(notes / "error-sample")
    assert any("rename the directory" in line for line in problems(notes))


def test_a_fix_must_be_there(notes: Path) -> None:
    folder = write_error(notes)
    (folder / "fix.py").unlink()
    assert any("the page has no fix.py" in line for line in problems(notes))


def test_the_command_reads_one_page_in_its_surroundings(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_error(notes)
    assert main([str(folder)]) == 0
    (folder / "zh.md").unlink()
    assert main([str(folder)]) == 1
    assert "write it" in capsys.readouterr().out
    assert main([str(notes / "sample")]) == 0


@pytest.mark.parametrize(
    "pattern", ["CUDA out of memory", r"index \d+ is out", r"^a .{0,200} b", "(Long|Float)x", r"\[\d+ x \d+\]", "a?b"]
)
def test_a_bounded_pattern_is_taken(pattern: str) -> None:
    assert fault_of(pattern) == ""


@pytest.mark.parametrize(
    "pattern", ["(", "", ".*x", r"\d+ x", "x.*y", "x[^a]*y", "x(a+)+y", r"x(?:\d+,? ?)*", "(a*|b)x", "^silent: .{0,9}"]
)
def test_a_pattern_that_could_be_kept_busy_is_refused(pattern: str) -> None:
    assert fault_of(pattern)
