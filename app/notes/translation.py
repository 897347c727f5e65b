"""Whether a page's two languages still say the same: by what each said when somebody last found that they do.

``translation.toml`` beside a page keeps a digest of every paragraph, sentence and title of both sides. Where one side
has changed since and the other has not, the other is *behind*. ``python -m app notes --stamp SLUG`` writes it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from app.notes.header import Finding, toml_finding
from app.notes.models import LANGS, ClaimBlock, Heading, Lang, Note, SnippetBlock
from app.notes.passages import plain

FILE: Final = "translation.toml"
BEGINNING: Final = "the beginning"
"""The paragraphs before anything else; others are ``after`` a heading, a snippet or a claim."""
_DIGITS: Final = 12
_HEAD: Final = "# What both languages said when they were last found to say the same: python -m app notes --stamp\n"

Digests: TypeAlias = Mapping[Lang, tuple[str, ...]]
Stamp: TypeAlias = Mapping[str, Digests]
"""By what it is (``title``, ``after heading cause``): the digests of its paragraphs."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A paragraph whose other side has changed since the two were found to say the same."""

    lang: Lang
    unit: str
    index: int

    def __str__(self) -> str:
        """Where it is, for an author."""
        return f"{self.lang}.md: {self.unit}" + (f", paragraph {self.index + 1}" if self.index else "")


@dataclass(frozen=True, slots=True)
class Drift:
    """What of a page is behind, and what has changed on both sides, or is new, and was not looked at since."""

    behind: frozenset[Behind]
    unread: tuple[str, ...]

    @property
    def in_step(self) -> bool:
        """Whether nothing has changed."""
        return not self.behind and not self.unread


def units(note: Note, lang: Lang) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everything that is written in *lang* on the page, by what it is: its paragraphs as plain text."""
    yield "title", (note.title[lang],)
    yield "summary", (note.summary[lang],)
    for name, snippet in note.snippets.items():
        yield f"title of {name}.py", (snippet.title[lang],)
    after, prose = BEGINNING, []
    for block in note.body[lang]:
        if block.kind == "prose":
            prose.append(plain(block.html))
            continue
        yield after, tuple(prose)
        after, prose = f"after {unit_of(block)}", []
        if block.kind != "snippet":
            yield unit_of(block), (block.text if block.kind == "heading" else block.claim.text[lang],)
    yield after, tuple(prose)


def unit_of(block: Heading | SnippetBlock | ClaimBlock) -> str:
    """What a block that both languages share is called."""
    match block.kind:
        case "heading":
            return f"heading {block.id}"
        case "claim":
            return f"claim {block.claim.id}"
        case "snippet":
            return f"snippet {block.snippet.name}"


def digests(note: Note) -> Stamp:
    """The page as it is now, to be kept."""
    sides = {lang: {unit: tuple(map(_digest, texts)) for unit, texts in units(note, lang)} for lang in LANGS}
    written = [unit for unit in sides["en"] if any(side.get(unit) for side in sides.values())]
    return {unit: {lang: side.get(unit, ()) for lang, side in sides.items()} for unit in written}


def drift(note: Note) -> Drift:
    """What has changed since the page was stamped. A page that never was is unread as a whole."""
    if note.stamp is None:
        return Drift(frozenset(), ("all of it",))
    behind: set[Behind] = set()
    unread: list[str] = []
    for unit, now in digests(note).items():
        before = note.stamp.get(unit, dict.fromkeys(LANGS, ()))
        found = _compare(unit, before, now)
        if found is None:
            unread.append(unit)
        else:
            behind |= found
    return Drift(frozenset(behind), tuple(unread))


def _compare(unit: str, before: Digests, now: Digests) -> set[Behind] | None:
    """What is behind in one unit; None where both sides have changed at the same place."""
    if all(len(before[lang]) == len(now[lang]) for lang in LANGS) and len(now["en"]) == len(now["zh"]):
        return _compare_paragraphs(unit, before, now)
    changed = [lang for lang in LANGS if before[lang] != now[lang]]
    if len(changed) > 1:
        return None
    others = {lang for lang in LANGS if lang not in changed} if changed else set()
    return {Behind(lang, unit, _first_difference(before, now, changed[0], lang)) for lang in others}


def _compare_paragraphs(unit: str, before: Digests, now: Digests) -> set[Behind] | None:
    behind: set[Behind] = set()
    for index, (english, chinese) in enumerate(zip(now["en"], now["zh"], strict=True)):
        changed = {"en": before["en"][index] != english, "zh": before["zh"][index] != chinese}
        if all(changed.values()):
            return None
        behind |= {Behind(lang, unit, index) for lang in LANGS if any(changed.values()) and not changed[lang]}
    return behind


def _first_difference(before: Digests, now: Digests, changed: Lang, lang: Lang) -> int:
    """The paragraph of *lang* that stands where *changed* first differs."""
    pairs = zip(before[changed], now[changed], strict=False)
    at = next((index for index, (old, new) in enumerate(pairs) if old != new), len(now[changed]) - 1)
    return max(0, min(at, len(now[lang]) - 1))


def _digest(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:_DIGITS]


def read_stamp(text: str) -> tuple[Stamp | None, list[Finding]]:
    """The stamp in *text*, and what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [toml_finding(error, offset=0, last=text.count("\n") or 1)]
    try:
        return {
            unit: {lang: tuple(str(one) for one in sides[index]) for index, lang in enumerate(LANGS)}
            for unit, sides in data.items()
        }, []
    except (TypeError, IndexError, KeyError):
        return None, [(1, "this is no stamp: write it anew with 'python -m app notes --stamp'")]


def write_stamp(note: Note, directory: Path) -> Path:
    """Keep what the page says now as what both its languages say alike."""
    lines = [
        f'"{unit}" = [{", ".join("[" + ", ".join(map(_quoted, now[lang])) + "]" for lang in LANGS)}]\n'
        for unit, now in digests(note).items()
    ]
    path = directory / FILE
    path.write_text(_HEAD + "".join(lines), "utf-8")
    return path


def _quoted(digest: str) -> str:
    return f'"{digest}"'
