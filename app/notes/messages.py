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
MAX_CANDIDATES: Final = 3
"""Messages of one paste that are looked up."""
_PAGE: Final = 2
"""What it counts that a page is about this error alone."""
_MUCH_MORE: Final = 2
"""How much more an earlier message must say than the last one to count instead."""
MAX_SHOWN: Final = 300
"""Characters of a message that a pattern found which are shown."""
RAISED: Final = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w*\.)*"
    r"(?:[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Iteration|Exit)|Unsupported): ?"
)
"""The start of a message as Python prints it: the exception's type."""

# A message may be a stranger's: each pattern begins where a word does, so that a long word is walked through once.
_FRAMES = re.compile(r'File "[^"]*", line \d+(?:, in \S+)?')
_NATIVE = re.compile(r"\(Triggered internally (?:at|from) [^)\n]{0,500}\)| at (?:/|\.\./|[A-Z]:\\)\S+:\d+")
_QUOTED = re.compile(r"(?<![A-Za-z])'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`")
_GENERIC = re.compile(
    r"has no attribute|unsupported operand|not supported between|unexpected keyword|positional argument"
    r"|object is not (?:subscriptable|callable|iterable)|No module named"
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
    """A message that a note or the page of an error explains."""

    note: str
    message: str
    kind: str
    """The exception's type, without its module; empty where the message names none."""
    bones: str
    words: int
    whole: bool = True
    """Whether it is a message and not one line of several."""
    page: bool = False
    """Whether the page of an error explains it."""
    pattern: re.Pattern[str] | None = None
    """What the message is found by where its bones are not enough."""


@dataclass(frozen=True, slots=True)
class Match:
    """A known message, and how well it fits: more is better; *whole* where all of it was found."""

    known: Known
    whole: bool
    score: float


def _rank(match: Match) -> tuple[bool, bool, float]:
    return match.whole, match.known.whole, match.score


class Messages:
    """The messages of all notes and error pages, to be looked up by what a program printed."""

    def __init__(self, notes: Iterable[Note]) -> None:
        """Take the messages of *notes*, and of the pages of errors among them."""
        often = sorted(notes, key=lambda note: note.order if note.is_error else 0)  # of equals, what is hit more often
        self._known = tuple(known for note in often for known in _of(note))

    def matches(self, text: str) -> list[Match]:
        """What *text*, a message or a whole traceback, may be, best first; a note appears once.

        Of several messages in *text* the last counts, unless it isn't known and an earlier one is, or says much less
        than an earlier one: a program often ends with ``worker exited unexpectedly`` after it has said why.
        """
        best: list[Match] = []
        for said in _candidates(text):
            found = self._matches(said)
            if found and (not best or _tells_more(found[0], best[0])):
                best = found
        return best

    def _matches(self, said: str) -> list[Match]:
        kind, bones, raw = _kind(said), skeleton(said), _words(said)
        best: dict[str, Match] = {}
        for known in self._known:
            match = _searched(known, said, kind) if known.pattern else _fit(known, kind, bones, raw)
            if match and (known.note not in best or _rank(match) > _rank(best[known.note])):
                best[known.note] = match
        return sorted(best.values(), key=_rank, reverse=True)

    def explain(self, kind: str, message: str) -> Known | None:
        """The known message that a run's error is, if it is one."""
        found = self.matches(f"{kind}: {message[:MAX_MESSAGE]}")
        return found[0].known if found and found[0].whole else None


def _tells_more(earlier: Match, later: Match) -> bool:
    if earlier.whole != later.whole:
        return earlier.whole
    return earlier.whole and earlier.score > _MUCH_MORE * later.score


def _candidates(text: str) -> list[str]:
    """The last messages in *text*, each with what follows it, the very last first; then *text* itself."""
    starts = [found.start() for found in RAISED.finditer(text)]
    return [text[start:].strip() for start in reversed(starts[-MAX_CANDIDATES:])] or [text.strip()]


def _of(note: Note) -> Iterator[Known]:
    for message in (*note.errors, *(older.message for older in note.older)):
        yield from _read(note, message)
    for source in note.match:
        yield Known(note.slug, "", "", "", 0, page=note.is_error, pattern=re.compile(source))


def _read(note: Note, message: str) -> Iterator[Known]:
    """*message* whole, and its lines each, which a program may print without the others."""
    kind = _kind(message)
    lines = message.splitlines() if "\n" in message else []
    for number, part in enumerate([message, *(lines if note.is_error else lines[1:])]):
        bones = _loosened(skeleton(part)).strip(".! ")
        alone = number == 0 or (number == 1 and note.is_error and not part.rstrip().endswith(":"))
        yield Known(note.slug, message, kind, bones, len(_literal(bones)), alone, note.is_error)


def _searched(known: Known, said: str, kind: str) -> Match | None:
    """The match of a pattern: it counts as many words as it found."""
    found = known.pattern.search(said[:MAX_MESSAGE]) if known.pattern else None
    if found is None:
        return None
    message = said.partition("\n")[0] if "\n" not in found.group() else said
    shown = Known(known.note, message[:MAX_SHOWN], kind, "", len(_literal(skeleton(found.group()))), page=known.page)
    return Match(shown, whole=True, score=shown.words + _PAGE * known.page)


def _fit(known: Known, kind: str, bones: str, raw: frozenset[str]) -> Match | None:
    same_kind = known.kind == kind or not known.kind or not kind
    if not known.words or (known.words < MIN_WORDS and not (same_kind and known.bones == bones.rstrip(".! "))):
        return None
    loose = _loosened(bones)
    whole = _contains(bones, known.bones) or _contains(loose, known.bones)
    if not whole and not (len(_literal(bones)) >= MIN_WORDS and _contains(known.bones, bones.rstrip(".! "))):
        return None
    words = known.words if whole else len(_literal(bones)) / 2
    theirs = _words(known.message)
    alike = len(raw & theirs) / max(1, len(raw | theirs))
    return Match(known, whole, words + same_kind + 2 * alike + _PAGE * known.page)


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
