"""The API's page: examples, and the reference drawn from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from app.runs import exits as cli_exit
from app.web.errors import reader_language
from app.web.examples import Example, examples, shown, source
from app.web.language import N_, Words
from app.web.pages import Page, html, make_page, words_of
from app.web.services import services
from app.web.sharing import origin_of

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    fields: tuple[Mapping[str, str], ...]
    """Of the body or the address: name, type, description."""
    answers: tuple[tuple[str, str], ...]
    """Status and what it means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsPage:
    """``pages/docs.html``."""

    page: Page
    operations: tuple[Operation, ...]
    origin: str
    examples: tuple[Example, ...]
    embed: Markup
    """HTML that puts a snippet into another page."""
    statuses: Mapping[int, str]
    """Exit statuses of the command line, and what they mean."""


STATUSES: Mapping[int, str] = {
    cli_exit.OK: N_("it ran to its end"),
    cli_exit.RAISED: N_("it raised an exception"),
    cli_exit.NOT_RUN: N_("it was not run: there is no such program, or it was refused"),
    cli_exit.LIMIT: N_("it reached a limit: time, memory, output, disk"),
    cli_exit.CRASHED: N_("it crashed"),
    cli_exit.NO_ANSWER: N_("the server can't be reached or is busy, or the connection broke"),
    cli_exit.STOPPED: N_("it was stopped; Ctrl-C stops it on the server, too"),
}


@router.get("/docs")
def docs(request: Request) -> Response:
    """The API in the reader's language."""
    return _page(request, reader_language(request))


@router.get("/{lang}/docs")
def docs_in(request: Request, lang: str) -> Response:
    """The API: what to do with it, by example, and every operation with its fields."""
    return _page(request, words_of(request, lang))


def _page(request: Request, words: Words) -> Response:
    given = services(request)
    origin = origin_of(given)
    folder = given.settings.templates_dir
    about = words("Run snippets and programs over HTTP.")
    context = DocsPage(
        page=make_page(request, words("The API"), about, path=f"/{words.lang}/docs"),
        operations=tuple(_operations(request.app.openapi())),
        origin=origin,
        examples=examples(folder, words, origin),
        embed=shown(source(folder, "embed.html", origin), "html"),
        statuses={status: words(meaning) for status, meaning in STATUSES.items()},
    )
    return html(request, words.lang, given.templates.page(words.lang, "pages/docs.html", context))


def _operations(spec: Mapping[str, Any]) -> Iterator[Operation]:
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            yield Operation(
                id=operation["operationId"],
                method=method.upper(),
                path=path,
                summary=operation.get("summary", ""),
                description=operation.get("description", ""),
                fields=tuple(_fields(spec, operation)),
                answers=tuple((status, told["description"]) for status, told in operation["responses"].items()),
            )


def _fields(spec: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] in {"path", "query"}:
            kind = str(parameter.get("schema", {}).get("type", "string"))
            yield {"name": parameter["name"], "type": kind, "description": parameter.get("description", "")}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    for field, schema in spec.get("components", {}).get("schemas", {}).get(name, {}).get("properties", {}).items():
        kinds = [schema, *schema.get("anyOf", ())]
        kind = " | ".join(str(one["type"]) for one in kinds if one.get("type") not in (None, "null"))
        yield {"name": field, "type": kind, "description": schema.get("description", "")}
