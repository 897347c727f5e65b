"""What a link stands for, and the id that follows from it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

TITLE_CHARACTERS: Final = 120
ID_CHARACTERS: Final = 20
"""100 bits: enough that two programs don't meet by chance, short enough to be read out."""
ID: Final = re.compile(rf"[a-z2-7]{{{ID_CHARACTERS}}}")

_DEVICE: Final = re.compile(r"cpu|cuda(:\d{1,2})?")
_RUNTIME: Final = re.compile(r"[0-9A-Za-z.]{0,30}")
_MOST_SEED: Final = 2**63
_SCHEME: Final = "fieldnotes-share-1"
"""Goes into the hash: another way to make ids would not meet this one's."""


class ShareRefused(Exception):  # noqa: N818 - it is an answer, not an accident
    """The share can't be kept. ``retry_after_s`` is None where asking again will not help."""

    def __init__(self, reason: str, message: str, retry_after_s: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        """``invalid`` or ``empty`` (422), ``too_many`` (429), ``full`` (507) or ``unavailable`` (503)."""
        self.message = message
        self.retry_after_s = retry_after_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A program and how it is to be run, normalised: the same content has the same id on every server."""

    code: str
    device: str
    runtime: str
    """A torch release without its build (``2.13.0``), or empty for whichever is served."""
    title: str
    seed: int | None

    @classmethod
    def of(
        cls,
        code: str,
        *,
        device: str | None = None,
        runtime: str | None = None,
        title: str | None = None,
        seed: int | None = None,
    ) -> Self:
        """The content that these words mean. Raises :class:`ShareRefused` where they can't be kept."""
        content = cls(
            code=plain_code(code),
            device=(device or "cpu").lower(),
            runtime=release(runtime or ""),
            title=_plain_title(title or ""),
            seed=seed,
        )
        content._check()
        return content

    @property
    def id(self) -> str:
        """Its name in addresses."""
        said = json.dumps([_SCHEME, self.code, self.device, self.runtime, self.title, self.seed], ensure_ascii=True)
        digest = hashlib.sha256(said.encode("ascii")).digest()
        return base64.b32encode(digest).decode("ascii").lower()[:ID_CHARACTERS]

    def _check(self) -> None:
        if not self.code.strip():
            raise ShareRefused("empty", "there is no code to share")
        if "\0" in self.code:
            raise ShareRefused("invalid", "code has no null characters")
        try:
            self.code.encode("utf-8")
        except UnicodeEncodeError:
            raise ShareRefused("invalid", "the code can't be written as UTF-8") from None
        if not _DEVICE.fullmatch(self.device):
            raise ShareRefused("invalid", "device is cpu or cuda")
        if not _RUNTIME.fullmatch(self.runtime):
            raise ShareRefused("invalid", "runtime is a torch release")
        if self.seed is not None and not 0 <= self.seed < _MOST_SEED:
            raise ShareRefused("invalid", "a seed is between 0 and 2**63")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """What the service computed when the program was shared. It is shown as what it is: recorded, where and when."""

    torch: str
    device: str
    device_name: str
    date: str
    """ISO 8601, UTC."""
    status: str
    result: Mapping[str, Any]
    """The fields of :class:`app.runs.models.RunResult` that mean something later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A program under its link."""

    id: str
    content: Content
    lang: str
    """Language of the page on which it was shared."""
    created: str
    """ISO 8601, UTC."""
    result: StoredResult | None


def plain_code(code: str) -> str:
    """*code* as it is kept: line ends as Unix writes them, one at the end, nothing before the first line's text."""
    unix = code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unix.rstrip() + "\n"


def release(runtime: str) -> str:
    """``2.13.0`` of ``2.13.0+cpu``: what a build is made for, the device says."""
    return runtime.strip().partition("+")[0]


def _plain_title(title: str) -> str:
    """One line without control or formatting characters, in composed form."""
    composed = unicodedata.normalize("NFC", title)
    kept = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in composed)
    return " ".join(kept.split())[:TITLE_CHARACTERS].rstrip()
