"""Python and other code as HTML: Pygments' short classes, no inline style, and not a character lost."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

_PLAIN = frozenset({"", "text"})


def code_lines(code: str, language: str = "python") -> list[str]:
    """One HTML string per line of *code*, without newlines; a trailing newline starts no further line.

    A token of several lines is closed at the end of each and opened again on the next: each stands alone.
    Raises LookupError where Pygments knows no such *language*.
    """
    lines = [""]
    for css, text in _tokens(code, language):
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append("")
            lines[-1] += _span(css, part)
    if code.endswith("\n"):
        lines.pop()
    return lines


def code_block(code: str, language: str = "") -> str:
    """A whole ``<pre>`` for code that is read, not run."""
    body = "\n".join(code_lines(code, language))
    css = f' class="language-{escape(language)}"' if language else ""
    return f'<pre class="code" translate="no" tabindex="0"><code{css}>{body}\n</code></pre>\n'


def _tokens(code: str, language: str) -> Iterator[tuple[str, str]]:
    """(CSS class, text) pairs whose texts add up to *code*; neighbours of one class are merged."""
    if language in _PLAIN:
        return iter([("", code)])
    # get_tokens() would normalise line endings and strip; the raw lexer keeps the text as it is.
    raw = ((_css(kind), text) for _, kind, text in _lexer(language).get_tokens_unprocessed(code))
    groups = itertools.groupby(raw, key=lambda pair: pair[0])
    return ((css, "".join(text for _, text in group)) for css, group in groups)


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer:
    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        raise LookupError(language) from None


def _css(kind: _TokenType) -> str:
    """The short class of *kind*; spaces and plain text have none."""
    while kind not in STANDARD_TYPES and kind.parent is not None:
        kind = kind.parent
    css = STANDARD_TYPES.get(kind, "")
    return "" if css == "w" else css


def _span(css: str, text: str) -> str:
    if not text:
        return ""
    return f'<span class="{css}">{escape(text)}</span>' if css else escape(text)
