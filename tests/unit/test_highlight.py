"""Highlighted code is the same code, line by line."""

from __future__ import annotations

import html
import random
import re

import pytest

from app.notes.highlight import code_block, code_lines

_TAG = re.compile(r'<span class="[a-z0-9]+">|</span>')


def plain(line: str) -> str:
    return html.unescape(_TAG.sub("", line))


def assert_faithful(code: str, language: str = "python") -> None:
    lines = code_lines(code, language)
    assert [plain(line) for line in lines] == code.removesuffix("\n").split("\n")
    for line in lines:
        assert line.count("<span") == line.count("</span>")
        assert "<" not in _TAG.sub("", line)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "\n",
        "x",
        "x\n",
        "\n\n  x = 1\n\n\n",
        'f"""a{x!r:>{w}}\n\n<b> & "q"\n"""\nassert a < b\n',
        "# 中文 注释\nx = '\\N{BULLET}' @ y\n",
        "if x:\n\ty = 1 \\\n\t\t+ 2\n",
        "\x0c\x00 \u2028 é ‘broken’ $?\n",
        "s = 'unclosed\n'''also",
    ],
)
def test_text_is_kept_exactly(code: str) -> None:
    assert_faithful(code)


def test_random_text_is_kept_exactly() -> None:
    chance = random.Random(20)
    quotes = ['"""', "'", '"', "f'", "r'"]
    pieces = [*quotes, "\n", "\n", " ", "\\", "#", "<", "&", "def ", "class X", "@a", "{x}", "中", "0x"]
    for _ in range(400):
        assert_faithful("".join(chance.choices(pieces, k=chance.randrange(40))))


def test_token_of_several_lines_is_reopened_on_each() -> None:
    first, second, third = code_lines('x = """a\nb\nc"""\n')
    assert first.endswith('<span class="s2">&quot;&quot;&quot;a</span>')
    assert second == '<span class="s2">b</span>'
    assert third == '<span class="s2">c&quot;&quot;&quot;</span>'


def test_keywords_have_a_class_and_nothing_has_a_style() -> None:
    (line,) = code_lines("assert None")
    assert line == '<span class="k">assert</span> <span class="kc">None</span>'


def test_plain_text_is_escaped_only() -> None:
    assert code_lines("<b> 'x'", "text") == ["&lt;b&gt; &#x27;x&#x27;"]


def test_unknown_language_is_an_error() -> None:
    with pytest.raises(LookupError):
        code_lines("x", "no-such-language")


def test_block_is_not_for_translation_and_can_be_scrolled_by_keyboard() -> None:
    assert code_block("x\n", "python") == (
        '<pre class="code" translate="no" tabindex="0">'
        '<code class="language-python"><span class="n">x</span>\n</code></pre>\n'
    )
