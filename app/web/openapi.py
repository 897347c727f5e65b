"""The API's description: which problems an operation answers with, and in what shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI

from app.web.shapes import Problem

PROBLEM: Final = "application/problem+json"
_MEANINGS: Final[Mapping[int, str]] = {
    400: "The body can't be read.",
    403: "Not from there, or not on this machine.",
    404: "There is no such thing.",
    408: "The body took too long to come.",
    413: "Too large.",
    415: "The body isn't JSON.",
    422: "Not valid.",
    429: "As many runs of yours wait or go on, or as many shares are new, as one client may have.",
    503: "Every place in the queue is taken, or the service is restarting.",
    507: "There is no room for more.",
}
_RETRY: Final = {"Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "integer"}}}
_REF: Final = {"$ref": "#/components/schemas/Problem"}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of an operation that answers so, beside its success."""
    found: dict[int | str, dict[str, Any]] = {}
    for status in statuses:
        found[status] = {"description": _MEANINGS[status], "model": Problem}
        if status in {429, 503}:
            found[status]["headers"] = _RETRY
    return found


def describe(app: FastAPI) -> None:
    """Make *app* tell problems by their media type, and none of the framework's that it never sends."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _tidied(made())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _tidied(spec: dict[str, Any]) -> dict[str, Any]:
    for methods in spec["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            for status, answer in list(answers.items()):
                schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
                if schema == _REF:
                    answer["content"] = {PROBLEM: {"schema": _REF}}
                elif schema.get("$ref", "").endswith("/HTTPValidationError"):
                    del answers[status]  # a text in the address is always one
    for name in ("HTTPValidationError", "ValidationError"):
        spec["components"]["schemas"].pop(name, None)
    return spec
