"""What a note is made of once it has been read and found whole. Everything here is immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final, Literal, TypeAlias, get_args

Lang = Literal["en", "zh"]
Category = Literal[
    "tensors", "autograd", "modules", "training", "saving", "devices", "distributed", "performance", "errors"
]
Verdict = Literal["true", "caveat", "outdated", "false"]
Device = Literal["any", "cpu", "cuda", "cuda:2"]
ErrorKind = Literal["error", "silent", "warning"]
"""Of an error page: an exception, a wrong result without a word, a warning."""

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
DEVICES: Final[tuple[Device, ...]] = get_args(Device)
ERROR_KINDS: Final[tuple[ErrorKind, ...]] = get_args(ErrorKind)
ERROR_PREFIX: Final = "error-"
"""What the slug of an error page begins with; its id is the rest."""

CATEGORY_TITLES: Final[Mapping[Category, Mapping[Lang, str]]] = {
    "tensors": {"en": "Tensors", "zh": "张量"},
    "autograd": {"en": "Autograd", "zh": "自动求导"},
    "modules": {"en": "Modules", "zh": "模块"},
    "training": {"en": "Training", "zh": "训练"},
    "saving": {"en": "Saving and loading", "zh": "保存与加载"},
    "devices": {"en": "Devices", "zh": "设备"},
    "distributed": {"en": "Distributed", "zh": "分布式"},
    "performance": {"en": "Performance", "zh": "性能"},
    "errors": {"en": "Error messages", "zh": "报错信息"},
}


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong in the notes: where it is, and what to do about it."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        """``path:line: message``, which editors turn into a link."""
        return f"{self.path}:{self.line}: {self.message}"


class LibraryErrors(Exception):  # noqa: N818 - it is several
    """The notes can't be served. Carries every problem, so that an author fixes them in one go."""

    def __init__(self, problems: list[Problem]) -> None:
        """Take *problems*; the message lists them all."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class NoteNotFound(KeyError):  # noqa: N818 - says what happened
    """There is no note of that slug."""


class SnippetNotFound(KeyError):  # noqa: N818 - says what happened
    """There is no snippet of that key."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A top-level statement: its first line (decorators included) and its last, 1-based, in the view."""

    start: int
    end: int
    is_assert: bool


@dataclass(frozen=True, slots=True)
class SnippetView:
    """A snippet as one reader sees it. ``lines[i]`` is the file's line number of the i-th line shown."""

    code: str
    lines: tuple[int, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A Python file that a note shows."""

    note: str
    name: str
    path: Path
    source: str
    title: Mapping[Lang, str]
    device: Device = "any"
    timeout: float | None = None
    seed: int | None = None
    raises: str | None = None
    """The exception type that this snippet is there to show."""
    needs: str | None = None
    torch: str | None = None
    """The torch versions that it is for, as a version specifier (``>=2.4,<3``)."""
    loopback: bool = False
    """Whether its processes talk to each other over TCP."""
    views: Mapping[Lang | None, SnippetView] = field(repr=False)

    @property
    def key(self) -> str:
        """``slug/name``, unique in the library."""
        return f"{self.note}/{self.name}"

    @property
    def anchor(self) -> str:
        """Its fragment on its note's page."""
        return f"{self.note}--{self.name}".replace("_", "-")

    def view(self, lang: Lang | None = None) -> SnippetView:
        """What a reader of *lang* sees and runs; None is the file as it is."""
        return self.views[lang]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence about PyTorch, its verdict, and the snippet that proves the verdict."""

    id: str
    note: str
    verdict: Verdict
    proof: str
    """Key of the snippet whose asserts establish the verdict."""
    html: Mapping[Lang, str]
    text: Mapping[Lang, str]

    @property
    def key(self) -> str:
        """``slug#id``, unique in the library."""
        return f"{self.note}#{self.id}"


@dataclass(frozen=True, slots=True)
class Prose:
    """One paragraph, list, table or fenced block, as safe HTML."""

    kind: ClassVar[Literal["prose"]] = "prose"
    html: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 or 3; ``html`` and ``text`` are its inline content, without the tag."""

    kind: ClassVar[Literal["heading"]] = "heading"
    level: int
    id: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class SnippetBlock:
    """The place where a snippet stands in the text."""

    kind: ClassVar[Literal["snippet"]] = "snippet"
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class ClaimBlock:
    """The place where a claim stands in the text."""

    kind: ClassVar[Literal["claim"]] = "claim"
    claim: Claim


Block: TypeAlias = Prose | Heading | SnippetBlock | ClaimBlock


@dataclass(frozen=True, slots=True)
class Older:
    """How an earlier torch worded the same mistake; ``version`` says which, as far as that is known."""

    version: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A page of the field notes, in both languages: a note, or the page of one error."""

    slug: str
    title: Mapping[Lang, str]
    summary: Mapping[Lang, str]
    category: Category
    order: int
    related: tuple[str, ...]
    prerequisites: tuple[str, ...] = ()
    """Slugs of notes that this one builds on."""
    errors: tuple[str, ...]
    """Error messages, verbatim, that this note explains."""
    body: Mapping[Lang, tuple[Block, ...]]
    snippets: Mapping[str, Snippet]
    """By name, in the order of the page."""
    claims: tuple[Claim, ...]
    facts: Mapping[str, str]
    """Fact id to the id of the heading or claim that covers it."""
    kind: ErrorKind | None = None
    """What goes wrong, on the page of an error; None on a note. The error's rank is its ``order``."""
    older: tuple[Older, ...] = ()
    """The error's older wordings."""
    match: tuple[str, ...] = ()
    """Regular expressions for the wordings that are too various to be listed."""
    directory: Path | None = None
    """Where its files lie."""
    stamp: Mapping[str, Mapping[Lang, tuple[str, ...]]] | None = field(default=None, repr=False)
    """What both languages said when they were last found to say the same (:mod:`app.notes.translation`)."""

    @property
    def is_error(self) -> bool:
        """Whether this is the page of one error."""
        return self.kind is not None

    @property
    def id(self) -> str:
        """The last part of its address."""
        return self.slug.removeprefix(ERROR_PREFIX) if self.is_error else self.slug

    @property
    def path(self) -> str:
        """Its address, without the language."""
        return address_of(self.slug)


def address_of(slug: str) -> str:
    """The address of the page of that slug, without the language."""
    is_error = slug.startswith(ERROR_PREFIX)
    return f"errors/{slug.removeprefix(ERROR_PREFIX)}" if is_error else f"notes/{slug}"
