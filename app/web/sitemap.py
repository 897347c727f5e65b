"""For search engines: every page that may be indexed, in both languages, and where that list is."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from app.notes.library import Library
from app.notes.models import LANGS, Lang, Note
from app.proofs.board import page_standing
from app.web.language import DEFAULT, TAGS
from app.web.problem import Problem
from app.web.services import services

router = APIRouter(include_in_schema=False)

_PAGES = ("", "errors", "claims", "playground", "about", "security")


@router.get("/robots.txt")
def robots(request: Request) -> Response:
    """Everything may be read; runs, embedded pieces and searches are no pages to keep."""
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /embed/", "Disallow: /en/search", "Disallow: /zh/search"]
    origin = _origin(request)
    if origin:
        lines += ["", f"Sitemap: {origin}/sitemap.xml"]
    return PlainTextResponse("\n".join(lines) + "\n")


@router.get("/sitemap.xml")
def sitemap(request: Request) -> Response:
    """Addresses with those of the other language; 404 where the public address isn't known, for they are absolute."""
    origin = _origin(request)
    if not origin:
        raise Problem(404)
    body = "".join(_entries(services(request).library, origin))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    text = f'{head} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{body}</urlset>\n'
    return Response(text, media_type="application/xml")


def _origin(request: Request) -> str:
    return services(request).settings.public_url.rstrip("/")


def _entries(library: Library, origin: str) -> Iterator[str]:
    places = [(path, "") for path in _PAGES]
    places += [(note.path, _changed(note)) for note in library.pages.values()]
    for path, changed in places:
        for lang in LANGS:
            yield _entry(origin, lang, path, changed)


def _changed(note: Note) -> str:
    """The day on which what the page shows was last run."""
    return max((result.date[:10] for result in page_standing(note).results), default="")


def _entry(origin: str, lang: Lang, path: str, changed: str) -> str:
    links = [(TAGS[other], other) for other in LANGS] + [("x-default", DEFAULT)]
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang={quoteattr(tag)} href={quoteattr(f"{origin}/{other}/{path}")}/>'
        for tag, other in links
    )
    dated = f"<lastmod>{changed}</lastmod>" if changed else ""
    return f"<url><loc>{origin}/{lang}/{path}</loc>{dated}{alternates}</url>\n"
