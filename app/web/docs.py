"""The API's reference, drawn from its OpenAPI description: no script, no other site's files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.errors import reader_language
from app.web.pages import Page, html, make_page
from app.web.services import services

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


@router.get("/docs")
def docs(request: Request) -> Response:
    """Every operation of the API with its fields."""
    words = reader_language(request)
    given = services(request)
    context = DocsPage(
        page=make_page(request, words("The API"), words("Run snippets and programs over HTTP."), index=False),
        operations=tuple(_operations(request.app.openapi())),
        origin=given.settings.public_url.rstrip("/") or f"http://localhost:{given.settings.port}",
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
