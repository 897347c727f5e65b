"""oEmbed 1.0: what to put into another page for an address of ours, for programs that ask (https://oembed.com)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.models import Lang, Note
from app.web import language
from app.web.json_response import Json
from app.web.language import N_
from app.web.problem import Problem
from app.web.security import host_of, is_loopback
from app.web.services import Services, services
from app.web.shares import EMBED_HEIGHT, EMBED_WIDTH, iframe
from app.web.sharing import origin_of, share_of, title_of

router = APIRouter(include_in_schema=False)

_SHARE: Final = re.compile(r"/(?:(?P<lang>en|zh)|embed)/p/(?P<share>[^/]+)")
_NOTE: Final = re.compile(r"/(?P<lang>en|zh)/(?P<kind>notes|errors)/(?P<slug>[^/]+)")
_SNIPPET: Final = re.compile(r"/embed/(?P<slug>[^/]+)/(?P<name>[^/]+)")


@dataclass(frozen=True, slots=True)
class Embedded:
    """The page that goes into the frame."""

    path: str
    title: str


@router.get("/oembed")
async def oembed(
    request: Request,
    url: Annotated[str, Query(max_length=2000)],
    maxwidth: Annotated[int, Query(ge=1)] = EMBED_WIDTH,
    maxheight: Annotated[int, Query(ge=1)] = EMBED_HEIGHT,
    form: Annotated[str, Query(alias="format")] = "json",
) -> Response:
    """The frame for the page at *url*."""
    if form != "json":
        raise Problem(501, N_("oEmbed is answered as JSON here. Ask for format=json."))
    given = services(request)
    found = await _find(given, url)
    if found is None:
        raise Problem(404, N_("There is nothing at that address that could be embedded."))
    height = min(EMBED_HEIGHT, maxheight)
    document: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": found.title,
        "provider_name": "Torch Field Notes",
        "provider_url": origin_of(given) + "/",
        "html": iframe(origin_of(given) + found.path, found.title, height),
        "width": min(EMBED_WIDTH, maxwidth),
        "height": height,
        "cache_age": 3600,
    }
    return Json(document, headers={"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"})


async def _find(given: Services, url: str) -> Embedded | None:
    try:
        address = urlsplit(url)
    except ValueError:
        return None
    public = host_of(given.settings.public_url)
    host = address.hostname or ""
    if host and not (host == public if public else is_loopback(host)):
        return None
    lang = language.known(dict(part.partition("=")[::2] for part in address.query.split("&")).get("lang"))
    shared = _SHARE.fullmatch(address.path)
    if shared:
        chosen = language.known(shared["lang"]) or lang or language.DEFAULT
        found = await share_of(given, shared["share"])
        return Embedded(f"/embed/p/{found.id}?lang={chosen}", title_of(found, given.words[chosen]))
    note = _NOTE.fullmatch(address.path)
    if note:
        slug = note["slug"] if note["kind"] == "notes" else f"error-{note['slug']}"
        return _of_note(given, slug, address.fragment, language.known(note["lang"]) or language.DEFAULT)
    snippet = _SNIPPET.fullmatch(address.path)
    if snippet:
        return _of_note(given, snippet["slug"], snippet["name"], lang or language.DEFAULT)
    return None


def _of_note(given: Services, slug: str, wanted: str, lang: Lang) -> Embedded | None:
    """The snippet of a note that *wanted* names, by its name or fragment, or else its first one."""
    note: Note | None = given.library.pages.get(slug)
    if note is None or not note.snippets:
        return None
    every = list(note.snippets.values())
    chosen = next((one for one in every if wanted in {one.name, one.anchor}), every[0])
    return Embedded(f"/embed/{slug}/{chosen.name}?lang={lang}", chosen.title[lang])
