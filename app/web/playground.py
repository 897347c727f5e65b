"""The playground: a reader's own program, edited, run and looked at. Opening an address never runs anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.notes.models import CATEGORY_TITLES, Lang, Note, Snippet
from app.notes.programs import program
from app.web.asked import Choices, read_choices
from app.web.cards import Card, default_device, devices_of, make_card
from app.web.language import N_, Words
from app.web.pages import Page, html, make_page, words_of
from app.web.problem import Problem
from app.web.runs import perform, program_request
from app.web.services import Services, services
from app.web.sharing import SHARED, share_of, shared_snippet

router = APIRouter(include_in_schema=False)

DESCRIPTION = N_("Change it, run it, look inside: a torch that is ready before you press Run.")
GREETING: Mapping[Lang, str] = {
    "en": """\
import torch

# a bare expression shows its value at its line, as in a notebook
x = torch.arange(6.0).reshape(2, 3)
x

# y looks into the same memory: change one, see both
y = x.T
y[0, 1] = 10
x

# an assert is checked, and marked
assert y.data_ptr() == x.data_ptr()
""",
    "zh": """\
import torch

# 单独一个表达式会在它那一行显示结果，和 notebook 里一样
x = torch.arange(6.0).reshape(2, 3)
x

# y 看的是同一块内存：改一个，两个都变
y = x.T
y[0, 1] = 10
x

# assert 会被检验，并在旁边标出来
assert y.data_ptr() == x.data_ptr()
""",
}
"""What an empty playground offers to change."""


@dataclass(frozen=True, slots=True)
class Example:
    """A snippet of the library that the menu offers."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Examples:
    """A note's snippets in the menu."""

    title: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundPage:
    """``pages/playground.html``."""

    page: Page
    s: Card
    code: str
    examples: tuple[Examples, ...]
    example: str
    """Key of the snippet that was opened, or empty."""
    source: Note | None
    """The note that it comes from."""
    chosen: Choices
    engine: Mapping[str, object]
    spread: object | None
    """``partials/spread.html``, where a reader without scripts asked for it."""


@router.get("/{lang}/playground")
async def playground(request: Request, lang: str, snippet: Annotated[str, Query()] = "") -> Response:
    """The playground, with a snippet's or a shared program's code in it where one is named. Nothing runs by itself."""
    words, given = words_of(request, lang), services(request)
    opened = await named(given, words, snippet) if snippet else None
    code = opened.view(words.lang).code if opened else GREETING[words.lang]
    chosen = Choices(device=default_device(opened)) if opened else Choices()
    if opened and opened.note == SHARED:
        chosen = replace(chosen, seed=opened.seed, runtime=opened.torch or "")
    return playground_page(request, words, code, chosen, opened=opened)


@router.post("/{lang}/playground")
async def run_playground(request: Request, lang: str, snippet: Annotated[str, Query()] = "") -> Response:
    """Run what was typed. Streamed to htmx, else as the whole page when it has ended."""
    words, given = words_of(request, lang), services(request)
    chosen = read_choices(await request.form(), given.settings)
    opened = await named(given, words, snippet) if snippet else None

    def page(ran: Card) -> Response:
        return playground_page(request, words, chosen.code, chosen, opened=opened, ran=ran)

    asked = program_request(request, chosen)
    return await perform(request, words, program(chosen.code), asked, page, _query(opened))


def playground_page(
    request: Request,
    words: Words,
    code: str,
    chosen: Choices,
    *,
    opened: Snippet | None = None,
    ran: Card | None = None,
    spread: object | None = None,
) -> Response:
    """The page with *code* in it; *ran* is the card of the run that was asked for."""
    given = services(request)
    card = ran or replace(make_card(program(code), words, given.engine, query=_query(opened)), segments=())
    card = replace(card, title=opened.title[words.lang] if opened else words("Your program"))
    context = PlaygroundPage(
        page=make_page(request, words("Playground"), words(DESCRIPTION), path=f"/{words.lang}/playground"),
        s=card,
        code=code,
        examples=tuple(_examples(given, words.lang)),
        example=opened.key if opened else "",
        source=given.library.pages.get(opened.note) if opened else None,
        chosen=chosen,
        engine=given.engine.describe(),
        spread=spread,
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/playground.html", context))


def _query(opened: Snippet | None) -> str:
    return f"snippet={opened.key}" if opened else ""


async def named(given: Services, words: Words, key: str) -> Snippet:
    """The snippet, or the shared program, of that *key*. Raises a 404 Problem."""
    slug, _, name = key.partition("/")
    if slug == SHARED:
        return shared_snippet(await share_of(given, name), words)
    note = given.library.pages.get(slug)
    found = note.snippets.get(name) if note else None
    if found is None:
        raise Problem(404, N_("There is no such snippet. Choose one from the playground's menu."))
    return found


def _examples(given: Services, lang: Lang) -> Iterator[Examples]:
    here = devices_of(given.engine)
    for category, notes in given.library.categories():
        for note in notes:
            offered = tuple(
                Example(one.key, one.title[lang]) for one in note.snippets.values() if default_device(one) in here
            )
            if offered:
                yield Examples(f"{CATEGORY_TITLES[category][lang]} · {note.title[lang]}", offered)
