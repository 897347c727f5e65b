"""Jinja2, once per language, with the words and addresses that every template uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2_fragments import render_block
from markupsafe import Markup, escape

from app.notes.excerpts import Piece
from app.notes.models import LANGS, Lang, address_of
from app.web.advice import advise
from app.web.assets import Assets
from app.web.endings import duration, label, size
from app.web.language import NAMES, TAGS, Words

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Templates:
    """Renders pages whole, or one block of a template for htmx.

    A context is a dataclass whose fields it names.
    """

    def __init__(self, directory: Path, words: Mapping[Lang, Words], assets: Assets) -> None:
        self._environments = {lang: _environment(directory, words[lang], assets) for lang in LANGS}

    def page(self, lang: Lang, name: str, context: DataclassInstance) -> str:
        """The whole template *name* in *lang*."""
        return self._environments[lang].get_template(name).render(_as_dict(context))

    def block(self, lang: Lang, name: str, block: str, context: Mapping[str, object]) -> Markup:
        """One block of the template *name*, as markup that may be put into another."""
        return Markup(render_block(self._environments[lang], name, block, context))  # noqa: S704 - Jinja escaped it

    def partial(self, lang: Lang, name: str, **context: object) -> Markup:
        """A whole partial, as markup that may be put into another."""
        html = self._environments[lang].get_template(name).render(context)
        return Markup(html)  # noqa: S704 - Jinja escaped it

    def environment(self, lang: Lang) -> Environment:
        """The environment of *lang*, for tests that compile every template."""
        return self._environments[lang]


def _environment(directory: Path, words: Words, assets: Assets) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(directory),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n", "jinja2.ext.loopcontrols"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(
        lang=words.lang, tag=TAGS[words.lang], tags=TAGS, names=NAMES, langs=LANGS, assets=assets,
        words=words, status_label=label, marked=marked, address_of=address_of, advise=advise,
    )  # fmt: skip
    environment.filters.update(size=size, duration=duration)
    return environment


def marked(pieces: Iterable[Piece]) -> Markup:
    """An excerpt with what was asked for marked."""
    return Markup().join(
        Markup("<mark>%s</mark>") % piece.text if piece.marked else escape(piece.text) for piece in pieces
    )


def _as_dict(context: DataclassInstance) -> dict[str, Any]:
    """The fields as they are; ``dataclasses.asdict`` would copy the notes."""
    return {field.name: getattr(context, field.name) for field in fields(context)}
