"""The YAML between the ``---`` lines of a page: read as text, checked key by key, each fault at its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import yaml

from app.notes.header import Finding
from app.notes.models import CATEGORIES, ERROR_KINDS, Category, ErrorKind, Older
from app.notes.patterns import fault_of

Sort: TypeAlias = Literal["note", "error"]
"""A note, or the page of one error."""

SHARED_KEYS: Final[dict[Sort, tuple[str, ...]]] = {
    "note": ("category", "order", "related", "prerequisites", "errors"),
    "error": ("category", "rank", "kind", "related", "errors", "older", "match"),
}
"""What both languages' files say alike."""
_OPTIONAL: Final = frozenset({"prerequisites"})
_SLUGS: Final = frozenset({"related", "prerequisites"})
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_NUMBER: Final = re.compile(r"-?\d{1,6}")


@dataclass(slots=True)
class FrontMatter:
    """What the front matter says; where it says nothing usable, an empty value stands."""

    title: str = ""
    summary: str = ""
    category: Category = "errors"
    order: int = 0
    rank: int = 0
    kind: ErrorKind | None = None
    related: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    older: tuple[Older, ...] = ()
    match: tuple[str, ...] = ()
    sort: Sort = "note"
    lines: dict[str, int] = field(default_factory=dict)
    """The file's line of each key that is set."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that front matter of this sort has."""
        return ("title", "summary", *SHARED_KEYS[self.sort])

    def shared(self) -> dict[str, object]:
        """What must be alike in both languages."""
        return {key: getattr(self, key) for key in SHARED_KEYS[self.sort]}


def read_front_matter(text: str, *, first: int, sort: Sort = "note") -> tuple[FrontMatter, list[Finding]]:
    """The front matter whose YAML starts at line *first* of the file, and all that is wrong with it."""
    front = FrontMatter(sort=sort)
    try:
        # Nodes and not values: they have lines, and a title of 1.0 or yes stays what its author typed.
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        what = f"this is not YAML ({error.problem}): correct it, or put the value in quotes"
        return front, [(first + (mark.line if mark else 0), what)]
    if not isinstance(root, yaml.MappingNode):
        return front, [(first, f"the front matter is a list of 'key: value' lines: {', '.join(front.keys)}")]
    findings: list[Finding] = []
    for key_node, value in root.value:
        key, line = str(key_node.value), first + key_node.start_mark.line
        if key in front.lines:
            findings.append((line, f"'{key}' is set twice: keep one"))
        front.lines[key] = line
        fault = _set(front, key, value)
        if fault:
            findings.append((line, fault))
    missing = [key for key in front.keys if key not in front.lines and key not in _OPTIONAL]
    if missing:
        what = f"the front matter has no {', '.join(missing)}: add what is missing"
        findings.append((max(first - 1, 1), what))
    return front, findings


def _set(front: FrontMatter, key: str, value: yaml.Node) -> str:
    """Take over one value; what is wrong with it, or nothing."""
    if key not in front.keys:
        return f"unknown key '{key}': the front matter knows {', '.join(front.keys)}"
    if key in {"title", "summary"}:
        text = _text(value)
        setattr(front, key, text or "")
        return "" if text else f"{key} is a line of text"
    if key == "category":
        return _set_category(front, value)
    if key in {"order", "rank"}:
        text = _text(value) or ""
        number = int(text) if _NUMBER.fullmatch(text) else None
        setattr(front, key, number or 0)
        return f"{key} is a whole number" if number is None or (key == "rank" and number < 1) else ""
    if key == "kind":
        front.kind = next((kind for kind in ERROR_KINDS if kind == _text(value)), None)
        return "" if front.kind else f"kind is one of {', '.join(ERROR_KINDS)}"
    return _set_list(front, key, value)


def _set_category(front: FrontMatter, value: yaml.Node) -> str:
    text = _text(value)
    known = [category for category in CATEGORIES if front.sort == "note" or category != "errors"]
    for category in known:
        if text == category:
            front.category = category
            return ""
    return f"unknown category '{text}': it is one of {', '.join(known)}"


def _set_list(front: FrontMatter, key: str, value: yaml.Node) -> str:
    if not isinstance(value, yaml.SequenceNode):
        return f"{key} is a list: '{key}: []' where there are none"
    texts = [text for item in value.value if (text := _text(item)) is not None]
    if len(texts) < len(value.value) or (key in _SLUGS and not all(map(_SLUG.fullmatch, texts))):
        return f"{key} lists slugs of notes" if key in _SLUGS else f"{key} lists messages, each in quotes"
    if len(set(texts)) < len(texts):
        return f"{key} names something twice: keep one"
    if key == "match":
        return _set_match(front, texts)
    if key == "older":
        return _set_older(front, texts)
    setattr(front, key, tuple(texts))
    return ""


def _set_match(front: FrontMatter, patterns: list[str]) -> str:
    faults = [f"match: {pattern!r} {fault}" for pattern in patterns if (fault := fault_of(pattern))]
    front.match = () if faults else tuple(patterns)
    return "; ".join(faults)


def _set_older(front: FrontMatter, texts: list[str]) -> str:
    pairs = [text.partition(" | ") for text in texts]
    if not all(version.strip() and message.strip() for version, _, message in pairs):
        return "older lists wordings as 'version | message', each in quotes"
    front.older = tuple(Older(version.strip(), message.strip()) for version, _, message in pairs)
    return ""


def _text(node: yaml.Node) -> str | None:
    """The text of a scalar that isn't empty."""
    return str(node.value).strip() or None if isinstance(node, yaml.ScalarNode) else None
