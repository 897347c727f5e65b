"""Which language a reader gets, and the interface's words in it.

The message ids are the English words themselves; Chinese comes from ``locale/zh/LC_MESSAGES/messages.po``,
read as it is when the service starts, so that nothing compiled has to be kept in step.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from app.notes.models import LANGS, Lang

COOKIE: Final = "lang"
DEFAULT: Final[Lang] = "en"
NAMES: Final[Mapping[Lang, str]] = {"en": "English", "zh": "中文"}
TAGS: Final[Mapping[Lang, str]] = {"en": "en", "zh": "zh-Hans"}
"""BCP 47 tags, for ``lang`` and ``hreflang`` attributes."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Marks *message* for translation where it can't be translated yet."""
    return message


class Words:
    """The words of the interface in one language."""

    def __init__(self, lang: Lang, translations: NullTranslations) -> None:
        self.lang = lang
        self.translations = translations

    def __call__(self, message: str, **values: object) -> str:
        """*message* in this language, its ``%(name)s`` filled in."""
        text = self.translations.gettext(message)
        return text % values if values else text


def load_words(locale_dir: Path) -> dict[Lang, Words]:
    """The interface's words in every language. Raises OSError where a catalogue is missing."""
    return {lang: Words(lang, NullTranslations() if lang == DEFAULT else _read(locale_dir, lang)) for lang in LANGS}


def _read(locale_dir: Path, lang: Lang) -> Translations:
    with (locale_dir / lang / "LC_MESSAGES" / "messages.po").open("rb") as source:
        catalog = read_po(source, locale=lang)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


def known(value: str | None) -> Lang | None:
    """*value* if it is one of our languages."""
    return next((lang for lang in LANGS if lang == value), None)


def negotiate(cookie: str | None, accept_language: str | None) -> Lang:
    """The language of a reader who named none in the address.

    The cookie's, then the browser's, then English.
    """
    return known(cookie) or _preferred(accept_language or "") or DEFAULT


def _preferred(header: str) -> Lang | None:
    """The best of our languages in an Accept-Language header."""
    ranked: list[tuple[float, int, Lang]] = []
    for position, item in enumerate(header[:1000].split(",")):
        tag, _, parameters = item.strip().partition(";")
        lang = known(tag.strip().lower().split("-")[0])
        quality = _quality(parameters)
        if lang and quality > 0:
            ranked.append((-quality, position, lang))
    return min(ranked)[2] if ranked else None


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, float(value))
    except ValueError:
        return 0.0


def of_path(path: str) -> Lang | None:
    """The language that an address names."""
    return known(path.split("/")[1]) if path.startswith("/") else None


def in_language(path: str, query: str, lang: Lang) -> str:
    """The same page in *lang*; an address without a language becomes that language's home."""
    if of_path(path) is None:
        return f"/{lang}/"
    rest = path.lstrip("/").partition("/")[2]
    return f"/{lang}/{rest}" + (f"?{query}" if query else "")
