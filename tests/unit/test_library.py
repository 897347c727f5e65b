"""A library is whole, or it is refused with everything that is wrong, at its file and line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.notes.library import Library, LibraryErrors, NoteNotFound, SnippetNotFound, main
from app.notes.models import ClaimBlock, Heading, Prose, SnippetBlock
from app.settings import ROOT

if TYPE_CHECKING:
    from pathlib import Path

Files = dict[str, str]


def page(title: str, related: str, body: str) -> str:
    keys = f"title: {title}\nsummary: S\ncategory: tensors\norder: 30\nrelated: [{related}]\nerrors: []\n"
    return f"---\n{keys}---\n{body}"


def snippet(body: str) -> str:
    return f'# /// note\n# title.en = "T"\n# title.zh = "题"\n# ///\n{body}'


BODY = """\
See [two](note:two#top).

## One {#one}

::: snippet table.py
:::

## Two {#two}

::: claim holds verdict=true proof=table.py
It holds.
:::

::: snippet plain.py
:::
"""


@pytest.fixture
def files() -> Files:
    """A library in which nothing is wrong."""
    return {
        "one/en.md": page("One", "two", BODY),
        "one/zh.md": page("一", "two", BODY.replace("It holds", "成立")),
        "one/table.py": snippet("x = 1\nassert x == 1\n"),
        "one/plain.py": snippet("x = 2\n"),
        "one/facts.toml": '# covered\ncopy-10 = "holds"\ncopy-1 = "one"\n',
        "two/en.md": page("Two", "", "## Top {#top}\n").replace("tensors", "autograd"),
        "two/zh.md": page("二", "", "## 顶 {#top}\n").replace("tensors", "autograd"),
    }


def write(root: Path, files: Files) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def problems(root: Path, files: Files) -> list[str]:
    with pytest.raises(LibraryErrors) as caught:
        Library.load(write(root, files))
    said = str(caught.value).split("\n")
    assert said == [str(problem) for problem in caught.value.problems]
    return [line.removeprefix(f"{root}/") for line in said]


def test_note_is_read_whole(tmp_path: Path, files: Files) -> None:
    note = Library.load(write(tmp_path, files)).note("one")
    assert (note.title, note.category, note.order) == ({"en": "One", "zh": "一"}, "tensors", 30)
    assert (note.related, note.errors) == (("two",), ())
    assert note.facts == {"copy-1": "one", "copy-10": "holds"}
    assert list(note.snippets) == ["table", "plain"]
    (claim,) = note.claims
    assert (claim.key, claim.verdict, claim.proof) == ("one#holds", "true", "one/table")
    assert claim.text == {"en": "It holds.", "zh": "成立."}
    assert note.body["en"] == (
        Prose('<p>See <a href="/en/notes/two#top">two</a>.</p>\n'),
        Heading(2, "one", "One", "One"),
        SnippetBlock(note.snippets["table"]),
        Heading(2, "two", "Two", "Two"),
        ClaimBlock(claim),
        SnippetBlock(note.snippets["plain"]),
    )


def test_things_are_found_by_key(tmp_path: Path, files: Files) -> None:
    library = Library.load(write(tmp_path, files))
    assert library.snippet("one/table").path == tmp_path / "one/table.py"
    assert [s.key for s in library.snippets()] == ["one/table", "one/plain"]
    assert library.claims() == library.note("one").claims
    for missing in ("three", "../one"):
        with pytest.raises(NoteNotFound):
            library.note(missing)
    for missing in ("one/nothing", "three/table", "table"):
        with pytest.raises(SnippetNotFound):
            library.snippet(missing)
    assert issubclass(NoteNotFound, KeyError)
    assert issubclass(SnippetNotFound, KeyError)


def test_notes_are_ordered_by_category_order_and_slug(tmp_path: Path) -> None:
    def note(category: str, order: int) -> str:
        return page("T", "", "").replace("tensors", category).replace("30", str(order))

    ranks = {"e": ("tensors", 2), "d": ("tensors", 10), "c": ("errors", 1)}
    ranks |= {"b": ("autograd", 1), "a": ("autograd", 1)}
    pages = {f"{slug}/{lang}.md": note(*rank) for slug, rank in ranks.items() for lang in ("en", "zh")}
    library = Library.load(write(tmp_path, pages))
    assert list(library.notes) == ["e", "d", "a", "b", "c"]
    assert [(category, [n.slug for n in notes]) for category, notes in library.categories()] == [
        ("tensors", ["e", "d"]),
        ("autograd", ["a", "b"]),
        ("errors", ["c"]),
    ]


def test_what_is_no_note_is_left_alone(tmp_path: Path, files: Files) -> None:
    files |= {"README.md": "x", ".hidden/x.py": "", "__pycache__/x.py": "", "one/table.cpu.json": "{}"}
    assert list(Library.load(write(tmp_path, files)).notes) == ["one", "two"]


def test_empty_directory_has_no_notes(tmp_path: Path) -> None:
    assert Library.load(tmp_path).notes == {}


def test_missing_directory_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(LibraryErrors, match="no such directory"):
        Library.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "word"),
    [
        # each file by itself
        ("one/en.md", "category: tensors", "category: cooking", "one/en.md:4", "unknown category"),
        ("one/en.md", "order: 30", "order: 30\ncolour: red", "one/en.md:6", "unknown key 'colour'"),
        ("one/zh.md", " {#one}", "", "one/zh.md:11", "end the heading with an id"),
        ("one/en.md", "verdict=true", "verdict=perhaps", "one/en.md:18", "a verdict is one of"),
        ("one/en.md", " proof=table.py", "", "one/en.md:18", "has no proof"),
        ("one/table.py", "# title.zh", "# title.fr", "one/table.py:2", "title.zh"),
        ("one/table.py", "# /// note\n", "", "one/table.py:1", "header"),
        ("one/table.py", "# ///\nx", "# timeout = -1\n# ///\nx", "one/table.py:4", "timeout"),
        ("one/table.py", "# ///\nx", "# device = 'tpu'\n# ///\nx", "one/table.py:4", "device"),
        ("one/table.py", "x = 1", "x = = 1", "one/table.py:5", "not Python"),
        ("one/table.py", "x = 1", "# en: a\nx = 1", "one/table.py:5", "'# zh:'"),
        ("one/facts.toml", '"one"', "one", "one/facts.toml:3", "not TOML"),
        ("one/facts.toml", '"one"', "1", "one/facts.toml:3", "id-of-a-heading"),
        # the two languages
        ("one/zh.md", "category: tensors", "category: saving", "one/zh.md:4", "'category' differs"),
        ("one/zh.md", "order: 30", "order: 31", "one/zh.md:5", "'order' differs"),
        ("one/zh.md", "related: [two]", "related: []", "one/zh.md:6", "'related' differs"),
        ("one/zh.md", "errors: []", "errors: [E]", "one/zh.md:7", "'errors' differs"),
        ("one/zh.md", "## One {#one}\n", "", "one/en.md:11", "{#one} is not in zh.md"),
        ("one/zh.md", "{#one}", "{#eins}", "one/zh.md:11", "{#eins} is not in en.md"),
        ("one/zh.md", "## One {#one}", "### One {#one}", "one/zh.md:11", "is not in en.md"),
        ("one/zh.md", "claim holds", "claim stands", "one/zh.md:18", "claim stands is not in en.md"),
        ("one/zh.md", "::: snippet plain.py\n:::\n", "", "one/en.md:22", "snippet plain.py is not in zh.md"),
        ("one/zh.md", "verdict=true", "verdict=false", "one/zh.md:18", "the verdict of claim holds differs"),
        ("one/zh.md", "proof=table.py", "proof=plain.py", "one/zh.md:18", "the proof of claim holds differs"),
        # a page and its snippets
        ("one/en.md", "snippet table.py", "snippet chair.py", "one/en.md:13", "no chair.py"),
        ("one/en.md", "snippet plain.py", "snippet table.py", "one/en.md:22", "shown twice"),
        ("one/extra.py", "", snippet("x = 1\n"), "one/extra.py:1", "no page shows"),
        ("one/Bad-name.py", "", snippet("x = 1\n"), "one/Bad-name.py:1", "bad_name.py"),
        ("one/en.md", "proof=table.py", "proof=chair.py", "one/en.md:18", "does not exist"),
        ("one/table.py", "assert x == 1", "x == 1", "one/en.md:18", "has no assert"),
        # one note and another
        ("one/en.md", "related: [two]", "related: [three]", "one/en.md:6", "'three'"),
        ("one/en.md", "related: [two]", "related: [one]", "one/en.md:6", "not another note"),
        ("one/en.md", "related: [two]", "related: [two]\nprerequisites: [3]", "one/zh.md:1", "'prerequisites' differs"),
        (
            "one/en.md",
            "related: [two]",
            "related: [two]\nprerequisites: [x]",
            "one/en.md:7",
            "names 'x', which is no note",
        ),
        (
            "one/en.md",
            "related: [two]",
            "related: [two]\nprerequisites: [one]",
            "one/en.md:7",
            "lead back to this note",
        ),
        ("one/en.md", "note:two#top", "note:three", "one/en.md:9", "no note 'three'"),
        ("one/en.md", "note:two#top", "note:two#bottom", "one/en.md:9", "no heading or claim 'bottom'"),
        ("one/zh.md", "note:two#top", "#bottom", "one/zh.md:9", "no heading or claim 'bottom'"),
        ("one/facts.toml", '"holds"', '"falls"', "one/facts.toml:2", "copy-10 points to 'falls'"),
        ("two/facts.toml", "", '\ncopy-1 = "top"\n', "two/facts.toml:2", "covered by note 'one'"),
        ("Bad_Slug/en.md", "", page("T", "", ""), "Bad_Slug:1", "rename the directory"),
        ("three/en.md", "", page("T", "", ""), "three/zh.md:1", "write it"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(  # noqa: PLR0917 - the columns of the table above
    tmp_path: Path, files: Files, file: str, old: str, new: str, where: str, word: str
) -> None:
    before = files.get(file, "")
    assert old in before
    files[file] = before.replace(old, new, 1) if old else new
    said = problems(tmp_path, files)
    assert [line for line in said if line.startswith(f"{where}: ") and word in line], "\n".join(said)


def test_other_order_is_said_once(tmp_path: Path, files: Files) -> None:
    one, two = "## One {#one}", "## Two {#two}"
    zh = files["one/zh.md"]
    files["one/zh.md"] = zh.replace(one, "@").replace(two, one).replace("@", two)
    (said,) = problems(tmp_path, files)
    assert said.startswith("one/zh.md:11: heading of level 2 {#two} stands where en.md has ")


def test_proof_by_an_exception_needs_no_assert(tmp_path: Path, files: Files) -> None:
    files["one/table.py"] = snippet("1 / 0\n").replace("# ///\n1", '# raises = "ZeroDivisionError"\n# ///\n1')
    assert Library.load(write(tmp_path, files)).snippet("one/table").raises == "ZeroDivisionError"


def test_every_problem_is_reported_in_one_go(tmp_path: Path, files: Files) -> None:
    files["one/en.md"] = files["one/en.md"].replace("order: 30", "order: x")
    files["one/table.py"] = "x = (\n"
    del files["two/zh.md"]
    said = problems(tmp_path, files)
    assert {line.split(":")[0] for line in said} >= {"one/en.md", "one/table.py", "two/zh.md"}


def test_missing_language_does_not_hide_as_unpaired_headings(tmp_path: Path, files: Files) -> None:
    del files["two/zh.md"]
    assert problems(tmp_path, files) == ["two/zh.md:1: the note has no zh.md: write it"]


def test_file_that_is_not_utf8_is_a_problem(tmp_path: Path, files: Files) -> None:
    write(tmp_path, files)
    (tmp_path / "one/table.py").write_bytes(b"\xff\xfe")
    with pytest.raises(LibraryErrors, match=r"one/table\.py:1: save the file as UTF-8"):
        Library.load(tmp_path)


def test_command_prints_and_counts_problems(tmp_path: Path, files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, files)
    assert main([str(tmp_path)]) == 0
    (tmp_path / "two/zh.md").unlink()
    assert main([str(tmp_path)]) == 1
    assert f"{tmp_path}/two/zh.md:1: the note has no zh.md: write it\n" in capsys.readouterr().out
    assert main([str(tmp_path / "one")]) == 0
    assert main([f"{tmp_path}/two/"]) == 1


def test_notes_know_nothing_of_runs_or_pages() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "app/notes").glob("*.py"))
    imported = re.findall(r"(?m)^(?:from|import) (app[\w.]*)", text)
    assert imported
    assert all(name.startswith("app.notes") for name in imported)


def test_a_note_builds_on_others_but_not_in_a_circle(tmp_path: Path, files: Files) -> None:
    def on(slug: str) -> None:
        for lang in ("en", "zh"):
            other = "two" if slug == "one" else "one"
            files[f"{other}/{lang}.md"] = files[f"{other}/{lang}.md"].replace(
                "errors:", f"prerequisites: [{slug}]\nerrors:"
            )

    on("two")
    assert Library.load(write(tmp_path, files)).note("one").prerequisites == ("two",)
    on("one")
    assert [line.split(": ")[1] for line in problems(tmp_path, files)] == ["prerequisites lead back to this note"] * 2
