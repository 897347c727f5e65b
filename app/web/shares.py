"""The pages of shared programs: the stored result as it was stored, Run beside it, and the files to take away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from markupsafe import escape
from starlette.responses import RedirectResponse, Response

from app.notes.programs import edited
from app.runs.models import RunRequest
from app.shares.models import Content, Share
from app.web.asked import Choices, read_choices
from app.web.cards import Card, default_device
from app.web.export import Program, attached, notebook, python
from app.web.language import N_, Words
from app.web.pages import Page, html, make_page, words_of
from app.web.places import ready_runtimes
from app.web.problem import Problem
from app.web.runs import perform, program_request
from app.web.services import Services, services
from app.web.sharing import NO_CODE, address_of, origin_of, share, share_of, shared_snippet, stored_card, title_of

router = APIRouter(include_in_schema=False)

EMBED_WIDTH = 720
EMBED_HEIGHT = 480
DESCRIPTION = N_("A program that a reader shared, with what it showed then.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage:
    """``pages/share.html``."""

    page: Page
    s: Card
    share: Share
    chosen: Choices
    embed: str
    """The HTML that puts it into another page."""
    oembed: str


@router.post("/{lang}/playground/share")
async def share_form(request: Request, lang: str, snippet: Annotated[str, Query()] = "") -> Response:
    """Share what is in the form, or else the snippet that the address names; for readers without scripts."""
    words, given = words_of(request, lang), services(request)
    form = await request.form()
    chosen = read_choices(form, given.settings)
    title, run_id = (str(form.get(name) or "") for name in ("title", "result"))
    content = _typed(chosen, title) if chosen.code.strip() else await _named(given, words, snippet, chosen)
    made = await share(request, content, words.lang, run_id)
    return RedirectResponse(f"/{words.lang}/p/{made.id}", 303)


@router.get("/{lang}/p/{share_id}.py")
async def share_python(request: Request, lang: str, share_id: str) -> Response:
    """The program as a Python file."""
    words = words_of(request, lang)
    program = await _program(request, words, share_id)
    return attached(python(program, words), f"{share_id}.py", "text/x-python; charset=utf-8")


@router.get("/{lang}/p/{share_id}.ipynb")
async def share_notebook(request: Request, lang: str, share_id: str) -> Response:
    """The program as a notebook, its stored outputs in it."""
    words = words_of(request, lang)
    program = await _program(request, words, share_id)
    return attached(notebook(program, words), f"{share_id}.ipynb", "application/x-ipynb+json")


@router.get("/{lang}/p/{share_id}")
async def share_page(request: Request, lang: str, share_id: str) -> Response:
    """A shared program. Opening it runs nothing."""
    words, given = words_of(request, lang), services(request)
    found = await share_of(given, share_id)
    return _page(request, words, found, stored_card(found, words, given))


@router.get("/{lang}/p/{share_id}/runs")
def without_run(request: Request, lang: str, share_id: str) -> Response:
    """The address of a run that was made without scripts, opened again."""
    return RedirectResponse(f"/{words_of(request, lang).lang}/p/{share_id}", 303)


@router.post("/{lang}/p/{share_id}/runs")
async def run_share(request: Request, lang: str, share_id: str) -> Response:
    """Run it, perhaps edited: streamed to htmx, else as the whole page when it has ended."""
    words, given = words_of(request, lang), services(request)
    found = await share_of(given, share_id)
    choices = read_choices(await request.form(), given.settings)
    shown = shared_snippet(found, words)
    if choices.code:
        shown = edited(shown, choices.code)

    def page(ran: Card) -> Response:
        return _page(request, words, found, ran)

    return await perform(request, words, shown, share_request(request, found, choices), page)


def share_request(request: Request, found: Share, choices: Choices) -> RunRequest:
    """The engine's request for *found*; what the reader chose goes before what was shared.

    A torch release that isn't served here is left to the service: the result says on which it ran.
    """
    content = found.content
    served = {release for one in ready_runtimes(services(request).engine) for release in (one.name, one.short)}
    wanted = replace(
        choices,
        code=choices.code or content.code,
        device=choices.device or content.device,
        runtime=choices.runtime or (content.runtime if content.runtime in served else ""),
        seed=content.seed if choices.seed is None else choices.seed,
    )
    return program_request(request, wanted)


def iframe(src: str, title: str, height: int = EMBED_HEIGHT) -> str:
    """The HTML that puts an embedded page into another site's page. *src* is ours; *title* may be anything."""
    return (
        f'<iframe src="{escape(src)}" title="{escape(title)}" width="{EMBED_WIDTH}" height="{height}" '
        'loading="lazy" style="border:0;width:100%"></iframe>'
    )


def _page(request: Request, words: Words, found: Share, card: Card) -> Response:
    given = services(request)
    title = title_of(found, words)
    path = f"/{words.lang}/p/{found.id}"
    context = SharePage(
        page=make_page(request, title, words(DESCRIPTION), path=path, index=False),
        s=replace(card, action=f"{path}/runs"),
        share=found,
        chosen=Choices(seed=found.content.seed),
        embed=iframe(f"{origin_of(given)}/embed/p/{found.id}?lang={words.lang}", title),
        oembed=address_of(given, path),
    )
    response = html(request, words.lang, given.templates.page(words.lang, "pages/share.html", context))
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _typed(chosen: Choices, title: str) -> Content:
    return Content.of(chosen.code, device=chosen.device, runtime=chosen.runtime, title=title, seed=chosen.seed)


async def _named(given: Services, words: Words, key: str, chosen: Choices) -> Content:
    """The content of a note's snippet as the reader sees it, or of what is shared already."""
    slug, _, name = key.partition("/")
    if slug == "p":
        return (await share_of(given, name)).content
    note = given.library.pages.get(slug)
    snippet = note.snippets.get(name) if note else None
    if snippet is None:
        raise Problem(422, NO_CODE, kind="invalid")
    return Content.of(
        snippet.view(words.lang).code,
        device=chosen.device or default_device(snippet),
        title=snippet.title[words.lang],
        seed=snippet.seed if chosen.seed is None else chosen.seed,
    )


async def _program(request: Request, words: Words, share_id: str) -> Program:
    """What the files are made of."""
    given = services(request)
    found = await share_of(given, share_id)
    stored = found.result
    events = tuple((event.get("line"), event) for event in stored.result.get("events") or ()) if stored else ()
    parts = (f"torch {stored.torch}", stored.device_name or stored.device, stored.date[:10]) if stored else ()
    return Program(
        title=title_of(found, words),
        address=address_of(given, f"/{words.lang}/p/{found.id}"),
        view=shared_snippet(found, words).view(words.lang),
        seed=found.content.seed if stored is None else int(stored.result.get("seed") or 0),
        runtime=found.content.runtime,
        stamp=" · ".join(parts),
        events=events,
    )
