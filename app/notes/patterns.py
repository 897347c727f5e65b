"""What a regular expression on an error page may be: it is searched in whatever a stranger's program printed.

It must not be one that a made-up text keeps busy. So nothing that repeats without end stands inside of another
repetition, what matches anything repeats up to a limit, and the expression begins with something definite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

LONGEST: Final = 400
"""Repetitions of what matches anything."""
_REPEATS: Final = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
_WIDE: Final = frozenset({"ANY", "NOT_LITERAL"})


def fault_of(pattern: str) -> str:
    """What is wrong with *pattern*, or nothing."""
    try:
        re.compile(pattern)
        # Private, and the same in every Python that is served here; without it there is no telling what repeats.
        parsed = re._parser.parse(pattern)  # noqa: SLF001
    except (re.error, RecursionError, OverflowError) as error:
        return f"is no regular expression ({error})"
    if pattern.startswith("^silent"):
        return "matches no message: a silent mistake prints none, leave it out"
    if _begins_with_repeat(parsed):
        return "begins with a repetition: begin with words of the message"
    return next(_faults(parsed, inside=False), "")


def _faults(parsed: Any, *, inside: bool) -> Iterator[str]:
    for name, value in _nodes(parsed):
        if name in _REPEATS:
            _, most, inner = value
            endless = most > LONGEST
            if inside and most > 1:
                yield "repeats a repetition: write it without the inner or the outer one"
            if endless and any(_is_wide(one) for one in _nodes(inner)):
                yield f"repeats anything without end: write .{{0,{LONGEST // 2}}} instead of .*"
            yield from _faults(inner, inside=inside or most > 1)
        for part in _parts(name, value):
            yield from _faults(part, inside=inside)


def _nodes(parsed: Any) -> list[tuple[str, Any]]:
    return [(str(name), value) for name, value in parsed]


def _parts(name: str, value: Any) -> list[Any]:
    """What stands inside of a group or of alternatives."""
    if name == "SUBPATTERN":
        return [value[-1]]
    if name == "BRANCH":
        return list(value[1])
    return [value[1]] if name in {"ASSERT", "ASSERT_NOT"} else []


def _is_wide(node: tuple[str, Any]) -> bool:
    """Whether *node* matches nearly every character."""
    name, value = node
    negated = name == "IN" and any(str(one[0]) == "NEGATE" for one in value)
    return name in _WIDE or negated or any(_is_wide(one) for part in _parts(name, value) for one in _nodes(part))


def _begins_with_repeat(parsed: Any) -> bool:
    nodes = _nodes(parsed)
    if not nodes:
        return True
    name, value = nodes[0]
    if name in _REPEATS:
        return bool(value[1] > 1)
    return any(_begins_with_repeat(part) for part in _parts(name, value) if name != "ASSERT_NOT")
