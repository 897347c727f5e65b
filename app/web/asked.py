"""What a reader chose in a card's form: the program, where it runs, its seed, what to look at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.datastructures import FormData

from app.notes.programs import tidy
from app.sandbox.protocol import LOOKS, Look
from app.settings import Settings
from app.web.bodies import too_large
from app.web.language import N_
from app.web.problem import Problem

MAX_SEED: Final = 2**63 - 1
_DEVICE = re.compile(r"cpu|cuda(:\d{1,2})?")
_MAX_NAME = 40
_DIGITS = 19


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """A form's fields; what was left out or empty has its default."""

    code: str = ""
    device: str = ""
    runtime: str = ""
    seed: int | None = None
    """None: drawn anew for each run."""
    looks: tuple[Look, ...] = ()


def read_choices(form: FormData | Mapping[str, Any], settings: Settings) -> Choices:
    """The choices in *form*. Raises a Problem that says what is wrong."""
    code = tidy(_text(form, "code"))
    if len(code.encode("utf-8", "surrogatepass")) > settings.code_bytes:
        raise too_large(settings.code_bytes)
    device = _text(form, "device")
    if device and not _DEVICE.fullmatch(device):
        raise Problem(422, N_("There is no such device here. Choose one from the menu."), kind="invalid")
    looks = set(form.getlist("looks") if isinstance(form, FormData) else ())
    return Choices(
        code=code,
        device=device,
        runtime=_text(form, "runtime")[:_MAX_NAME],
        seed=_seed(_text(form, "keep") or _text(form, "seed")),
        looks=tuple(look for look in LOOKS if look in looks or "all" in looks),
    )


def _text(form: Mapping[str, Any], name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _seed(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text) <= MAX_SEED:
        return int(text)
    detail = N_("A seed is a whole number from 0 to %(most)s. Correct it, or leave it empty for another one each run.")
    raise Problem(422, detail, kind="invalid", most=MAX_SEED)
