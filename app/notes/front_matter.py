"""The YAML between the ``---`` lines of a note: read as text, checked key by key, each fault at its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import yaml

from app.notes.header import Finding
from app.notes.models import CATEGORIES, Category

SHARED_KEYS: Final = ("category", "order", "related", "errors")
"""What both languages' files say alike."""
_KEYS: Final = ("title", "summary", *SHARED_KEYS)
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(slots=True)
class FrontMatter:
    """What the front matter says; where it says nothing usable, an empty value stands."""

    title: str = ""
    summary: str = ""
    category: Category = "errors"
    order: int = 0
    related: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)
    """The file's line of each key that is set."""

    def shared(self) -> dict[str, object]:
        """What must be alike in both languages."""
        return {key: getattr(self, key) for key in SHARED_KEYS}


def read_front_matter(text: str, *, first: int) -> tuple[FrontMatter, list[Finding]]:
    """The front matter whose YAML starts at line *first* of the file, and all that is wrong with it."""
    front = FrontMatter()
    try:
        # Nodes and not values: they have lines, and a title of 1.0 or yes stays what its author typed.
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        what = f"this is not YAML ({error.problem}): correct it, or put the value in quotes"
        return front, [(first + (mark.line if mark else 0), what)]
    if not isinstance(root, yaml.MappingNode):
        return front, [(first, f"the front matter is a list of 'key: value' lines: {', '.join(_KEYS)}")]
    findings: list[Finding] = []
    for key_node, value in root.value:
        key, line = str(key_node.value), first + key_node.start_mark.line
        if key in front.lines:
            findings.append((line, f"'{key}' is set twice: keep one"))
        front.lines[key] = line
        fault = _set(front, key, value)
        if fault:
            findings.append((line, fault))
    missing = [key for key in _KEYS if key not in front.lines]
    if missing:
        what = f"the front matter has no {', '.join(missing)}: add what is missing"
        findings.append((max(first - 1, 1), what))
    return front, findings


def _set(front: FrontMatter, key: str, value: yaml.Node) -> str:
    """Take over one value; what is wrong with it, or nothing."""
    if key in {"title", "summary"}:
        text = _text(value)
        setattr(front, key, text or "")
        return "" if text else f"{key} is a line of text"
    if key == "category":
        return _set_category(front, value)
    if key == "order":
        text = _text(value) or ""
        front.order = int(text) if re.fullmatch(r"-?\d{1,6}", text) else 0
        return "" if re.fullmatch(r"-?\d{1,6}", text) else "order is a whole number"
    if key in {"related", "errors"}:
        return _set_list(front, key, value)
    return f"unknown key '{key}': the front matter knows {', '.join(_KEYS)}"


def _set_category(front: FrontMatter, value: yaml.Node) -> str:
    text = _text(value)
    for category in CATEGORIES:
        if text == category:
            front.category = category
            return ""
    return f"unknown category '{text}': it is one of {', '.join(CATEGORIES)}"


def _set_list(front: FrontMatter, key: str, value: yaml.Node) -> str:
    if not isinstance(value, yaml.SequenceNode):
        return f"{key} is a list: '{key}: []' where there are none"
    texts = [_text(item) for item in value.value]
    if any(text is None or (key == "related" and not _SLUG.fullmatch(text)) for text in texts):
        return "related lists slugs of notes" if key == "related" else "errors lists messages, each in quotes"
    if len(set(texts)) < len(texts):
        return f"{key} names something twice: keep one"
    setattr(front, key, tuple(texts))
    return ""


def _text(node: yaml.Node) -> str | None:
    """The text of a scalar that isn't empty."""
    return str(node.value).strip() or None if isinstance(node, yaml.ScalarNode) else None
