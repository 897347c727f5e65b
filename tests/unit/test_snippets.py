"""Snippet files: header, language views, statements."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from app.notes.models import Snippet, Statement
from app.notes.snippets import has_assert, read_snippet

if TYPE_CHECKING:
    from app.notes.header import Finding

HEADER = '# /// note\n# title.en = "Copies"\n# title.zh = "复制"\n# ///\n'
BODY = '''\
import torch


# en: an edit tells
# en:   who shares memory
# zh: 修改就能看出
x = torch.zeros(2)  # shape (2,)


@torch.no_grad()
def f():
    # zh: 里面
    # en: inside
    return """
# en: not a comment


end"""

assert f()

'''


def read(source: str) -> tuple[Snippet, list[Finding]]:
    return read_snippet("some-note", Path("some-note/table.py"), source)


def whole(source: str) -> Snippet:
    snippet, findings = read(source)
    assert findings == []
    return snippet


def test_view_of_a_language_has_its_comments_only() -> None:
    snippet = whole(HEADER + BODY)
    rest = '    return """\n# en: not a comment\n\n\nend"""\n\nassert f()\n'
    assert snippet.view("en").code == (
        "import torch\n\n# an edit tells\n#   who shares memory\nx = torch.zeros(2)  # shape (2,)\n\n"
        "@torch.no_grad()\ndef f():\n    # inside\n" + rest
    )
    assert snippet.view("zh").code == (
        "import torch\n\n# 修改就能看出\nx = torch.zeros(2)  # shape (2,)\n\n"
        "@torch.no_grad()\ndef f():\n    # 里面\n" + rest
    )


def test_view_without_language_is_the_file() -> None:
    snippet = whole(HEADER + BODY)
    view = snippet.view(None)
    assert view.code == HEADER + BODY
    assert view.lines == tuple(range(1, (HEADER + BODY).count("\n") + 1))
    assert view.statements[0] == Statement(5, 5, is_assert=False)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_shown_lines_say_where_they_come_from(lang: Literal["en", "zh"]) -> None:
    view = whole(HEADER + BODY).view(lang)
    file = (HEADER + BODY).split("\n")
    shown = view.code.removesuffix("\n").split("\n")
    assert len(shown) == len(view.lines)
    for text, number in zip(shown, view.lines, strict=True):
        assert text.lstrip("# ") == file[number - 1].strip().removeprefix(f"# {lang}:").lstrip("# ") or (
            text == file[number - 1]
        )


def test_statements_are_at_the_lines_shown() -> None:
    view = whole(HEADER + BODY).view("en")
    assert view.statements == (
        Statement(1, 1, is_assert=False),
        Statement(5, 5, is_assert=False),
        Statement(7, 14, is_assert=False),  # from its decorator on
        Statement(16, 16, is_assert=True),
    )
    assert [node.lineno for node in ast.parse(view.code).body] == [1, 5, 8, 16]


def test_both_languages_run_the_same_program() -> None:
    snippet = whole(HEADER + BODY)
    trees = [ast.dump(ast.parse(snippet.view(lang).code)) for lang in ("en", "zh", None)]
    assert trees[0] == trees[1] == trees[2]


def test_header_is_read() -> None:
    keys = (
        '# device = "cuda:2"  # two of them\n# timeout = 2.5\n# seed = 7\n#\n'
        '# raises = "torch.OutOfMemoryError"\n# needs = "2 GPUs"\n# torch = ">=2.4, <3"\n'
    )
    snippet = whole(HEADER.removesuffix("# ///\n") + keys + "# ///\nx = 1\n")
    assert snippet.title == {"en": "Copies", "zh": "复制"}
    assert (snippet.device, snippet.timeout, snippet.seed) == ("cuda:2", 2.5, 7)
    assert (snippet.raises, snippet.needs, snippet.torch) == ("torch.OutOfMemoryError", "2 GPUs", ">=2.4, <3")
    assert snippet.key == "some-note/table"


def test_header_has_defaults() -> None:
    snippet = whole(HEADER + "x = 1")
    assert (snippet.device, snippet.timeout, snippet.seed, snippet.raises) == ("any", None, None, None)
    assert snippet.view("en").code == "x = 1\n"


@pytest.mark.parametrize(
    ("source", "line", "word"),
    [
        ("", 1, "start the file with a header"),
        ("import torch\n", 1, "start the file with a header"),
        ("# /// note\n# title.en = 'a'\nx = 1\n", 3, "close the header"),
        ("# /// note\n# title.en = 'a'\n", 1, "close the header"),
        ("# /// note\n# title.en = a\n# ///\nx = 1\n", 2, "not TOML"),
        ('# /// note\n# title.en = "a"\n# title.en = "b"\n# ///\nx = 1\n', 3, "not TOML"),
        ("# /// note\n# ///\nx = 1\n", 1, "title.en"),
        ("# /// note\n# title.en = 'a'\n# ///\nx = 1\n", 2, "title.zh"),
        ("# /// note\n# title.en = 'a'\n# title.zh = ' '\n# ///\nx = 1\n", 2, "title.zh"),
        (HEADER.replace("# ///\n", "# title.fr = 'c'\n# ///\n") + "x = 1\n", 2, "title.fr"),
        (HEADER.replace("# ///\n", "# colour = 'red'\n# ///\n") + "x = 1\n", 4, "unknown key 'colour'"),
        (HEADER.replace("# ///\n", "# device = 'tpu'\n# ///\n") + "x = 1\n", 4, "device is one of"),
        (HEADER.replace("# ///\n", "# timeout = -1\n# ///\n") + "x = 1\n", 4, "timeout"),
        (HEADER.replace("# ///\n", "# timeout = true\n# ///\n") + "x = 1\n", 4, "timeout"),
        (HEADER.replace("# ///\n", "# seed = 1.5\n# ///\n") + "x = 1\n", 4, "seed"),
        (HEADER.replace("# ///\n", "# raises = 'a b'\n# ///\n") + "x = 1\n", 4, "raises"),
        (HEADER.replace("# ///\n", "# needs = 2\n# ///\n") + "x = 1\n", 4, "needs"),
        (HEADER.replace("# ///\n", "# torch = 'new'\n# ///\n") + "x = 1\n", 4, "torch"),
        (HEADER, 4, "nothing to run"),
        (HEADER + "x = = 1\n", 5, "not Python"),
        (HEADER + "x = (\n", 5, "not Python"),
        (HEADER + "# en: alone\nx = 1\n", 5, "no '# zh:'"),
        (HEADER + "x = 1\n# zh: 独\n\n# en: too far\ny = 1\n", 6, "no '# en:'"),
        (HEADER + "# en: a\n# zh: 甲\n# en: b\nx = 1\n", 7, "no '# zh:'"),
        (HEADER + "x = 1  # en: beside\n", 5, "line of its own"),
        (HEADER + "# en：a\n# zh：甲\nx = 1\n", 5, "ASCII colon"),
        (HEADER + "x = 1  # 形状\n", 5, "Chinese"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(source: str, line: int, word: str) -> None:
    _, findings = read(source)
    assert findings
    assert findings[0][0] == line
    assert word in findings[0][1]


def test_pairs_may_stand_close_together() -> None:
    whole(HEADER + "# en: a\n# zh: 甲\n# en: b\n# zh: 乙\nx = 1\n")


def test_assert_inside_a_function_counts() -> None:
    assert has_assert(whole(HEADER + "def f():\n    assert True\n"))
    assert not has_assert(whole(HEADER + "x = 'assert'\n"))


def test_loopback_is_asked_for_in_the_header() -> None:
    source = '# /// note\n# title.en = "a"\n# title.zh = "b"\n# loopback = true\n# ///\nprint(1)\n'
    snippet, findings = read_snippet("note", Path("a.py"), source)
    assert (snippet.loopback, findings) == (True, [])
    _, findings = read_snippet("note", Path("a.py"), source.replace("true", '"yes"'))
    assert findings == [(4, "loopback is true where the snippet's own processes talk over TCP, not 'yes'")]
