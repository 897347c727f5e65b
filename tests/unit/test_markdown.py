"""One language's file of a note."""

from __future__ import annotations

import pytest

from app.notes.markdown import ClaimRef, Document, NoteLink, SnippetRef, read_document
from app.notes.models import Heading, Lang, Prose

FRONT = """---
title: "1.0"
summary: "What: it says"
category: tensors
order: 30
related: [other]
errors: ["RuntimeError: a: b"]
---
"""


def read(body: str, lang: Lang = "en") -> Document:
    return read_document(FRONT + body, lang)


def html(body: str, lang: Lang = "en") -> str:
    document = read(body, lang)
    assert document.findings == []
    return "".join(part.html for _, part in document.parts if isinstance(part, Prose))


def test_front_matter_is_text_as_typed() -> None:
    front = read("").front
    assert (front.title, front.summary) == ("1.0", "What: it says")
    assert (front.category, front.order) == ("tensors", 30)
    assert (front.related, front.errors) == (("other",), ("RuntimeError: a: b",))


def test_blocks_come_in_order_with_their_lines() -> None:
    document = read(
        "One.\n\nTwo.\n\n## A `b` & *c* {#a-b}\n### Sub {#sub}\n\n::: snippet table.py\n:::\n\n"
        "::: claim it-holds verdict=caveat proof=table.py\n`x < y` is *so*\nand so.\n:::\n- end\n"
    )
    assert document.findings == []
    assert document.parts == [
        (9, Prose("<p>One.</p>\n")),
        (11, Prose("<p>Two.</p>\n")),
        (13, Heading(2, "a-b", 'A <code translate="no">b</code> &amp; <em>c</em>', "A b & c")),
        (14, Heading(3, "sub", "Sub", "Sub")),
        (16, SnippetRef("table")),
        (
            19,
            ClaimRef(
                "it-holds",
                "caveat",
                "table",
                '<code translate="no">x &lt; y</code> is <em>so</em> and so.',
                "x < y is so and so.",
            ),
        ),
        (23, Prose("<ul>\n<li>end</li>\n</ul>\n")),
    ]
    assert document.anchors() == {"a-b": 13, "sub": 14, "it-holds": 19}


def test_html_is_text() -> None:
    assert html('<script>x</script> <b onclick="y">') == (
        "<p>&lt;script&gt;x&lt;/script&gt; &lt;b onclick=&quot;y&quot;&gt;</p>\n"
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_note_links_stay_in_their_language(lang: Lang) -> None:
    assert html("[a](note:other)", lang) == f'<p><a href="/{lang}/notes/other">a</a></p>\n'
    assert html("[a](note:other#x-1)", lang) == f'<p><a href="/{lang}/notes/other#x-1">a</a></p>\n'
    document = read("[a](note:other#x-1)\n[b](#here)", lang)
    assert document.links == [(9, NoteLink("other", "x-1")), (9, NoteLink("", "here"))]


def test_links_out_have_no_opener() -> None:
    assert html("[a](https://pytorch.org/docs?a=1&b=2)") == (
        '<p><a href="https://pytorch.org/docs?a=1&amp;b=2" rel="noopener">a</a></p>\n'
    )
    assert html("https://pytorch.org") == "<p>https://pytorch.org</p>\n"


def test_tables_scroll_and_cells_have_no_inline_style() -> None:
    table = html("| a | b |\n|--:|:-:|\n| 1 | `2` |")
    assert table.startswith('<div class="table-scroll" tabindex="0">\n<table>')
    assert table.endswith("</table>\n</div>\n")
    assert '<td class="align-right">1</td>' in table
    assert '<th class="align-center">b</th>' in table
    assert "style" not in table


def test_fences_are_highlighted() -> None:
    assert '<span class="kc">None</span>' in html("```python\nNone\n```")
    assert html("```\n<b>\n```") == ('<pre class="code" translate="no" tabindex="0"><code>&lt;b&gt;\n</code></pre>\n')


def test_broken_chinese_line_has_no_gap() -> None:
    assert html("第一行，\n第二行 word\nword 第三\n`x`", "zh") == (
        '<p>第一行，第二行 word\nword 第三\n<code translate="no">x</code></p>\n'
    )


def test_broken_line_in_a_chinese_claim_has_no_gap() -> None:
    document = read("::: claim a verdict=true proof=b.py\n这是\n一句\nabc\n:::\n", "zh")
    assert document.parts == [(9, ClaimRef("a", "true", "b", "这是一句 abc", "这是一句 abc"))]


@pytest.mark.parametrize(
    ("body", "line", "word"),
    [
        ("x\n\n## No id\n", 11, "end the heading with an id"),
        ("## Bad {#Not_Good}\n", 9, "end the heading with an id"),
        ("# One {#one}\n", 9, "'##' or '###'"),
        ("#### Four {#four}\n", 9, "'##' or '###'"),
        ("## A {#a}\n\n## B {#a}\n", 11, "id 'a' is taken at line 9"),
        ("## A {#a}\n\n::: claim a verdict=true proof=b.py\nx\n:::\n", 11, "taken at line 9"),
        ("- ## A {#a}\n", 9, "outside of lists"),
        ("> ::: snippet a.py\n> :::\n", 9, "outside of lists"),
        ("::: snippet\n:::\n", 9, "::: snippet name.py"),
        ("::: snippet table\n:::\n", 9, "::: snippet name.py"),
        ("::: snippet ../table.py\n:::\n", 9, "::: snippet name.py"),
        ("::: snippet a.py\ntext\n:::\n", 9, "is empty"),
        ("::: snippet a.py\n", 9, "no end"),
        ("text\n\n::: snippit a.py\n:::\n", 11, "unknown block '::: snippit'"),
        ("text\n\n:::\n", 11, "unknown block"),
        ("::: claim a verdict=true\nx\n:::\n", 9, "has no proof"),
        ("::: claim a verdict=maybe proof=b.py\nx\n:::\n", 9, "a verdict is one of"),
        ("::: claim a verdict=true proof=b.py colour=red\nx\n:::\n", 9, "::: claim some-id"),
        ("::: claim a B verdict=true proof=b.py\nx\n:::\n", 9, "::: claim some-id"),
        ("::: claim verdict=true proof=b.py\nx\n:::\n", 9, "::: claim some-id"),
        ("::: claim a verdict=true proof=b.py\n:::\n", 9, "one paragraph"),
        ("::: claim a verdict=true proof=b.py\nx\n\ny\n:::\n", 9, "one paragraph"),
        ("![a](b.png)\n", 9, "no images"),
        ("x\n\n[a](other.md)\n", 11, "not to 'other.md'"),
        ("[a](note:)\n", 9, "a link goes to"),
        ("[a](//elsewhere)\n", 9, "a link goes to"),
        ("```no-such-language\nx\n```\n", 9, "unknown language"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(body: str, line: int, word: str) -> None:
    document = read(body)
    assert [found for found in document.findings if found[0] == line and word in found[1]], document.findings


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("---\ntitle", "title", 1, "front matter"),
        ('title: "1.0"\n', "", 1, "no title"),
        ('title: "1.0"', "title: [a]", 2, "title is a line of text"),
        ('title: "1.0"', "title: ''", 2, "title is a line of text"),
        ('summary: "What: it says"', "summary: What: it says", 3, "not YAML"),
        ("category: tensors", "category: cooking", 4, "unknown category 'cooking'"),
        ("order: 30", "order: soon", 5, "whole number"),
        ("order: 30", "order: 30\norder: 31", 6, "twice"),
        ("related: [other]", "related: other", 6, "related is a list"),
        ("related: [other]", "related: [Other Note]", 6, "slugs"),
        ("related: [other]", "related: [other, other]", 6, "twice"),
        ('errors: ["RuntimeError: a: b"]', "errors: [{a: b}]", 7, "errors lists messages"),
        ("order: 30", "order: 30\ncolour: red", 6, "unknown key 'colour'"),
    ],
)
def test_what_is_wrong_in_the_front_matter_is_said_with_its_line(old: str, new: str, line: int, word: str) -> None:
    text = FRONT + "Text.\n"
    assert read_document(text, "en").findings == []
    document = read_document(text.replace(old, new, 1), "en")
    assert [found for found in document.findings if found[0] == line and word in found[1]], document.findings


def test_front_matter_must_be_a_mapping() -> None:
    assert read_document("---\n- a\n---\n", "en").findings[0][0] == 2
