"""The ``# /// note`` block at the top of a snippet: TOML in comments, in the manner of PEP 723."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from app.notes.models import DEVICES, LANGS, Device, Lang

OPEN: Final = "# /// note"
CLOSE: Final = "# ///"

Finding = tuple[int, str]
"""A line of the file and what is wrong there."""

_LINE_IN_MESSAGE = re.compile(r" ?\((?:at line (\d+), column \d+|at end of document)\)")
_VERSION = r"(?:[<>]=?|==|!=|~=) ?\d+(?:\.\d+)*(?:\.\*)?"
_VERSIONS = re.compile(rf"{_VERSION}(?:, ?{_VERSION})*")
_EXCEPTION = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Header:
    """What the block says, and how many lines of the file it takes (0: there is none)."""

    title: dict[Lang, str] = field(default_factory=dict)
    device: Device = "any"
    timeout: float | None = None
    seed: int | None = None
    raises: str | None = None
    needs: str | None = None
    torch: str | None = None
    loopback: bool = False
    length: int = 0


def read_header(lines: list[str]) -> tuple[Header, list[Finding]]:
    """The header of a snippet whose text is *lines*, and everything that is wrong with it."""
    if not lines or lines[0].rstrip() != OPEN:
        return Header(), [(1, f"start the file with a header: '{OPEN}', title.en and title.zh, '{CLOSE}'")]
    end = next((i for i, line in enumerate(lines) if i and line.rstrip() == CLOSE), None)
    content = lines[1:end]
    stray = next((i for i, line in enumerate(content, start=2) if not re.match(r"#( |$)", line)), None)
    if end is None or stray is not None:
        what = f"close the header with a line '{CLOSE}'; each line before it starts with '# '"
        return Header(length=len(content)), [(stray or 1, what)]
    try:
        data = tomllib.loads("\n".join(line[2:] for line in content))
    except tomllib.TOMLDecodeError as error:
        return Header(length=end + 1), [toml_finding(error, offset=1, last=end)]
    wrong = _check(data)
    findings = [(_line_of(content, key), message) for key, message in wrong]
    values: dict[str, Any] = {key: data[key] for key in _CHECKS if key in data and key not in dict(wrong)}
    title = data["title"] if isinstance(data.get("title"), dict) else {}
    titles: dict[Lang, str] = {lang: title[lang] for lang in LANGS if _is_text(title.get(lang))}
    return Header(title=titles, length=end + 1, **values), findings


def toml_finding(error: tomllib.TOMLDecodeError, *, offset: int, last: int) -> Finding:
    """Where the TOML reader stopped, as a line of the file whose TOML starts after *offset* lines."""
    match = _LINE_IN_MESSAGE.search(str(error))
    line = int(match[1]) + offset if match and match[1] else last
    message = _LINE_IN_MESSAGE.sub("", str(error))
    return line, f"this is not TOML ({message}): correct it"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_CHECKS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "device": (lambda v: v in DEVICES, f"device is one of {', '.join(DEVICES)}"),
    "timeout": (lambda v: _is_number(v) and v > 0, "timeout is a number of seconds above 0"),
    "seed": (lambda v: _is_number(v) and isinstance(v, int) and v >= 0, "seed is a whole number from 0 up"),
    "raises": (
        lambda v: isinstance(v, str) and bool(_EXCEPTION.fullmatch(v)),
        "raises is the name of an exception type, like RuntimeError or torch.OutOfMemoryError",
    ),
    "needs": (_is_text, "needs is a sentence or a requirement in quotes"),
    "torch": (
        lambda v: isinstance(v, str) and bool(_VERSIONS.fullmatch(v)),
        "torch is a version range in quotes, like '>=2.4,<3'",
    ),
    "loopback": (lambda v: isinstance(v, bool), "loopback is true where the snippet's own processes talk over TCP"),
}


def _check(data: dict[str, Any]) -> list[tuple[str, str]]:
    """(key, what is wrong with it) for each wrong key."""
    wrong = []
    for key, value in data.items():
        if key == "title":
            continue
        if key not in _CHECKS:
            known = ", ".join(["title", *_CHECKS])
            wrong.append((key, f"unknown key '{key}': the header knows {known}"))
        elif not _CHECKS[key][0](value):
            wrong.append((key, f"{_CHECKS[key][1]}, not {value!r}"))
    return wrong + _check_title(data.get("title"))


def _check_title(title: object) -> list[tuple[str, str]]:
    if not isinstance(title, dict):
        return [("title", 'give the snippet title.en = "…" and title.zh = "…"')]
    wrong = [("title", f"give the snippet a title.{lang}") for lang in LANGS if not _is_text(title.get(lang))]
    others = [key for key in title if key not in LANGS]
    return wrong + [("title", f"unknown key 'title.{key}': a title is in en and zh") for key in others]


def _line_of(content: list[str], key: str) -> int:
    """The file's line where *key* is set, or the header's first where it is not."""
    pattern = re.compile(rf"# *[\"']?{re.escape(key)}[\"']?\s*[.=]")
    return next((i for i, line in enumerate(content, start=2) if pattern.match(line)), 1)
