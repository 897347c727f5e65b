"""Error messages by what is the same in them: numbers, names, dtypes, devices and shapes vary from program to program.

Two messages are compared as skeletons, in which what varies is a ``#``. Where little but names would be left
(``'list' object has no attribute 'shape'``), the names that tell one mistake from another stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.notes.models import Note

MIN_WORDS: Final = 3
"""Fewer words than this in common say nothing."""
MAX_MESSAGE: Final = 4000
"""Characters of a program's message that are looked at."""
RAISED: Final = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Iteration|Exit): ?"
)
"""The start of a message as Python prints it: the exception's type."""

# A message may be a stranger's: each pattern begins where a word does, so that a long word is walked through once.
_FRAMES = re.compile(r'File "[^"]*", line \d+(?:, in \S+)?')
_NATIVE = re.compile(r"\(Triggered internally (?:at|from) [^)\n]{0,500}\)| at (?:/|\.\./|[A-Z]:\\)\S+:\d+")
_QUOTED = re.compile(r"'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`")
_GENERIC = re.compile(
    r"has no attribute|unsupported operand|not supported between|unexpected keyword|positional argument"
)
_BUILTIN = frozenset({"'NoneType'", "'list'", "'tuple'", "'dict'", "'int'", "'float'", "'str'", "'bool'", "'module'"})
_DTYPE = (
    r"(?:torch\.)?(?:cuda\.)?(?:Float|Double|Half|BFloat16|Long|Int|Short|Char|Byte|Bool|ComplexFloat|ComplexDouble)"
    r"(?:Tensor|Type)?|(?:torch\.)?(?:b?float|u?int|complex)(?:8|16|32|64|128)|unsigned char"
)
_VARYING: Final = (
    (re.compile(r"(?<!\w)0x[0-9a-fA-F]+"), "#"),
    (re.compile(r"\b(?:c10|at)::(?=[A-Z])"), ""),
    (re.compile(rf"(?<![\w.])(?:{_DTYPE})(?![\w.])"), "#"),
    (re.compile(r"(?<![\w.])(?:cpu|cuda|meta|mps|xpu)(?::\d+)?(?![\w.])"), "#"),
    (re.compile(r"(state_dict for )\w+|(nonlinearity )\w+|(module )\w+(?= has)", re.IGNORECASE), r"\1\2\3#"),
    (re.compile(r"\b\w+(?= is not a Module subclass| does not have a deterministic)"), "#"),
    (re.compile(r"\b\w+Backward\w*"), "#"),
    (re.compile(r"\bnn\.init\.\w+"), "nn.init.#"),
    (re.compile(r"(?<![\w.])(?:\w+\.)+(?=\w+\(\))"), ""),  # a method by its name alone, as older Pythons had it
    (re.compile(r"(?<=[a-z])_(?=\(\))"), ""),
    (re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"), "#"),
    (re.compile(r"#(?:x#)+"), "[#]"),
    (re.compile(r"\[(?:#(?:(?:,| x) ?#)*)?\]|\(#(?:, ?#)*,?\)"), "[#]"),
    (re.compile(r"torch\.Size\(\[#\]\)"), "[#]"),
    (re.compile(r"\[\w+\]"), "[#]"),
    (re.compile(r"#(?:, #)+"), "#"),
)


def message_of(text: str) -> str:
    """The message that a pasted traceback ends with; *text* itself where none is to be seen in it."""
    starts = [found.start() for found in RAISED.finditer(text)]
    return text[starts[-1] :].strip() if starts else text.strip()


def says(text: str, message: str) -> bool:
    """Whether *message*, by its first line that has words, is somewhere in *text*; what varies may differ."""
    lines = [bones for line in message.splitlines() if _literal(bones := skeleton(line).rstrip(".! "))]
    return bool(lines) and _contains(skeleton(text), lines[0])


def skeleton(message: str) -> str:
    """*message* with what varies taken out, in lower case, its type left off."""
    text = _FRAMES.sub(" ", _NATIVE.sub(" ", message))
    text = RAISED.sub("", text, count=1) if RAISED.match(text) else text
    generic = bool(_GENERIC.search(text))
    text = _QUOTED.sub(lambda found: _name(found, generic=generic), text)
    for pattern, mark in _VARYING:
        text = pattern.sub(mark, text)
    return " ".join(text.lower().split())


def _name(found: re.Match[str], *, generic: bool) -> str:
    """What is left of a quoted name: all of it where the message is little but names, or where it's code."""
    quoted = found.group()
    return quoted if generic or quoted.startswith("`") else "#"


def _loosened(bones: str) -> str:
    """Of two names in a message about an attribute, the type's stays; a builtin's attribute matters too."""
    names = _QUOTED.findall(bones)
    if "has no attribute" not in bones or len(names) < MIN_WORDS - 1 or names[0] in {n.lower() for n in _BUILTIN}:
        return bones
    return bones.replace(names[1], "#") if "module '" not in bones else bones


@dataclass(frozen=True, slots=True)
class Known:
    """A message that a note explains."""

    note: str
    message: str
    kind: str
    """The exception's type, without its module; empty where the message names none."""
    bones: str
    words: int


@dataclass(frozen=True, slots=True)
class Match:
    """A known message, and how well it fits: more is better; *whole* where all of it was found."""

    known: Known
    whole: bool
    score: float


def _rank(match: Match) -> tuple[bool, float]:
    return match.whole, match.score


class Messages:
    """The messages of all notes, to be looked up by what a program printed."""

    def __init__(self, notes: Iterable[Note]) -> None:
        """Take the ``errors`` of *notes*."""
        self._known = tuple(known for note in notes for message in note.errors for known in _read(note.slug, message))

    def matches(self, text: str) -> list[Match]:
        """What *text*, a message or a whole traceback, may be, best first; a note appears once."""
        said = message_of(text)
        kind, bones, raw = _kind(said), skeleton(said), _words(said)
        best: dict[str, Match] = {}
        for known in self._known:
            match = _fit(known, kind, bones, raw)
            if match and (known.note not in best or _rank(match) > _rank(best[known.note])):
                best[known.note] = match
        return sorted(best.values(), key=_rank, reverse=True)

    def explain(self, kind: str, message: str) -> Known | None:
        """The known message that a run's error is, if it is one."""
        found = self.matches(f"{kind}: {message[:MAX_MESSAGE]}")
        return found[0].known if found and found[0].whole else None


def _read(note: str, message: str) -> Iterator[Known]:
    """*message* whole, and its later lines each, which a program may print without the others."""
    kind = _kind(message)
    parts = [message, *(line for line in message.splitlines()[1:])] if "\n" in message else [message]
    for part in parts:
        bones = _loosened(skeleton(part)).rstrip(".! ")
        yield Known(note, message, kind, bones, len(_literal(bones)))


def _fit(known: Known, kind: str, bones: str, raw: frozenset[str]) -> Match | None:
    same_kind = known.kind == kind or not known.kind or not kind
    if not known.bones or (known.words < MIN_WORDS and not (same_kind and known.bones == bones)):
        return None
    loose = _loosened(bones)
    whole = _contains(bones, known.bones) or _contains(loose, known.bones)
    if not whole and not (len(_literal(bones)) >= MIN_WORDS and _contains(known.bones, bones.rstrip(".! "))):
        return None
    words = known.words if whole else len(_literal(bones)) / 2
    theirs = _words(known.message)
    alike = len(raw & theirs) / max(1, len(raw | theirs))
    return Match(known, whole, words + same_kind + 2 * alike)


def _contains(text: str, part: str) -> bool:
    """Whether *part* is in *text*, from the start of a word to the end of one."""
    at = text.find(part)
    if at < 0:
        return False
    end = at + len(part)
    return (at == 0 or not text[at - 1].isalnum() or not part[0].isalnum()) and not (
        end < len(text) and text[end].isalnum() and part[-1].isalnum()
    )


def _kind(message: str) -> str:
    found = RAISED.match(message)
    return found.group().rstrip(": ").rpartition(".")[2] if found else ""


def _literal(bones: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}\w*", bones)


def _words(message: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", message.lower()))
