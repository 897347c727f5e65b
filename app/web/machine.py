"""The pages about this machine: what runs here, and what stands between a reader's program and it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.proofs import attack
from app.settings import Settings
from app.web.pages import Page, html, make_page, words_of
from app.web.places import RuntimeFacts, runtimes_of
from app.web.promises import AttackReport, Promise, promises, read_report, risks
from app.web.services import services

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutPage:
    """``pages/about.html``."""

    page: Page
    engine: Mapping[str, Any]
    runtimes: tuple[RuntimeFacts, ...]
    """The service's own torch first."""
    layers: tuple[Mapping[str, Any], ...]
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityPage:
    """``pages/security.html``."""

    page: Page
    engine: Mapping[str, Any]
    layers: tuple[Mapping[str, Any], ...]
    settings: Settings
    promises: tuple[Promise, ...]
    risks: tuple[str, ...]
    report: AttackReport | None
    """The last time that the operator had the wall attacked here."""


@router.get("/{lang}/about")
def about(request: Request, lang: str) -> Response:
    """What runs here: torch, devices, the layers of the wall, the limits."""
    words = words_of(request, lang)
    given = services(request)
    engine = given.engine.describe()
    context = AboutPage(
        page=make_page(request, words("What runs here"), words("The torch, devices, wall and limits of this machine.")),
        engine=engine,
        runtimes=runtimes_of(given.engine),
        layers=tuple(engine.get("layers") or ()),
        settings=given.settings,
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/about.html", context))


@router.get("/{lang}/security")
def security(request: Request, lang: str) -> Response:
    """What holds a stranger's program here, how it held the last time it was tried, and what it can't hold."""
    words = words_of(request, lang)
    given = services(request)
    engine = given.engine.describe()
    layers = tuple(engine.get("layers") or ())
    in_force = frozenset(str(layer["name"]) for layer in layers if layer["in_force"])
    summary = words("The layers around a run on this machine, what they promise here, and how they held when attacked.")
    context = SecurityPage(
        page=make_page(request, words("How strangers' code is held"), summary),
        engine=engine,
        layers=layers,
        settings=given.settings,
        promises=promises(words, in_force),
        risks=risks(words, engine),
        report=read_report(attack.last(given.settings.var_dir), words.lang, in_force, str(engine.get("torch") or "")),
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/security.html", context))
