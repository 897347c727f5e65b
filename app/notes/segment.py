"""Text as the words that are searched for: one function for what is indexed and for what is asked."""

from __future__ import annotations

import re
from typing import Final

import rjieba

_RUN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|\w+", re.ASCII)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SAY_NOTHING: Final = (
    "a an and are as at be but by can do does for from has have how i in is it its my of on or should so that the "
    "then this to was what when where which why will with you your "
    "的 了 吗 呢 吧 啊 是 在 和 与 或 也 都 就 会 把 被 我 你 它 要 能 可以 不 没 没有 有 到 从 对 这 那 个 "
    "中 上 下 里 怎么 怎么办 怎样 如何 什么 为什么 为何 时 时候 应该 一个 还是 以及 之后 之前 用 让 给 某些 一些 这个"
)
_TELLING_DIGITS: Final = 3
_STOP: Final = frozenset(_SAY_NOTHING.split())


def is_han(word: str) -> bool:
    """Whether *word* is written in Chinese characters."""
    return "\u3400" <= word[:1] <= "\u9fff" or "\uf900" <= word[:1] <= "\ufaff"


def words(text: str) -> list[str]:
    """The words of *text*: Chinese as cut for search, names in code whole and in their parts, all in lower case."""
    found: list[str] = []
    for run in _RUN.findall(text):
        found += rjieba.cut_for_search(run) if is_han(run) else _parts(run)
    return found


def pairs(text: str) -> list[str]:
    """Every two neighbouring Chinese characters, for words that the cutting of a sentence went through."""
    return [run[i : i + 2] for run in _RUN.findall(text) if is_han(run) for i in range(max(1, len(run) - 1))]


def terms(query: str, limit: int) -> list[str]:
    """The words that *query* asks for, each once, at most *limit*; those that say nothing only where there's no other.

    Characters of which the cutting makes no word are one together.
    """
    loose = [run for run in _RUN.findall(query) if len(run) > 1 and is_han(run) and len(max(words(run), key=len)) == 1]
    every = list(dict.fromkeys(words(query) + loose))
    telling = [word for word in every if word not in _STOP and not _slight(word)]
    return (telling or every)[:limit]


def _slight(word: str) -> bool:
    return (len(word) == 1 and is_han(word)) or (len(word) < _TELLING_DIGITS and word.isdigit())


def _parts(name: str) -> list[str]:
    """*name* whole, without the underscores around it, and its parts: ``scatter_``, ``no_grad``, ``DataLoader``."""
    parts = [part.lower() for part in _PART.findall(name) if len(part) > 1]
    whole = name.lower()
    return list(dict.fromkeys([whole, whole.strip("_") or whole, *parts]))
