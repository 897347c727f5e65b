"""One shape for everything that goes wrong with a request: a Problem, shown as the client can read it.

The API gets RFC 9457 ``application/problem+json``, a page gets a page, a Run pressed in a page gets its
sentence beside the snippet. All of them in the reader's language, all saying what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.runs.models import RunRefused
from app.web.json_response import Json
from app.web.language import COOKIE, N_, Words, negotiate, of_path
from app.web.openapi import PROBLEM
from app.web.policy import HEADERS
from app.web.services import services

TITLES: Mapping[int, str] = {
    400: N_("The request can't be understood"),
    403: N_("Not allowed"),
    404: N_("There is nothing at this address"),
    405: N_("This address doesn't do that"),
    408: N_("Too slow"),
    413: N_("Too large"),
    415: N_("Send JSON"),
    422: N_("The request isn't valid"),
    429: N_("Too many runs at once"),
    500: N_("Something broke here"),
    503: N_("Busy"),
}
DETAILS: Mapping[int, str] = {
    400: N_("Check that the request is well formed and send it again."),
    403: N_("This address doesn't take that request from there."),
    404: N_("The page may have moved, or the address has a slip in it. The list of notes is on the first page."),
    405: N_("Use one of the methods in the Allow header."),
    408: N_("The request took too long to arrive. Send it again."),
    413: N_("The request is larger than %(limit)s. Send less."),
    415: N_("Set Content-Type to application/json and send a JSON object."),
    422: N_("Correct the request and send it again."),
    429: N_("You have sent as many requests as one reader may. Try again in a few seconds."),
    500: N_("The error has been logged. Try again; if it happens again, please report it."),
    503: N_("The service can't take it now. Try again in a few seconds."),
}

REFUSALS: Mapping[str, tuple[int, str, str]] = {
    "queue_full": (503, TITLES[503], N_("All places in the queue are taken. Try again in about %(seconds)s s.")),
    "client_busy": (
        429,
        TITLES[429],
        N_(
            "You already have as many runs going on or waiting as one reader may have. Let one end, or try again in "
            "about %(seconds)s s."
        ),
    ),
    "stopping": (503, N_("Restarting"), N_("The service is restarting. Try again in about %(seconds)s s.")),
    "no_wall": (
        403,
        N_("Only the notes' own code runs here"),
        N_(
            "This machine can't build the complete wall, so edited code is not run. The About page lists "
            "what is missing."
        ),
    ),
    "invalid": (422, TITLES[422], N_("This run can't be started as asked: %(reason)s")),
}


_PRESSED = re.compile(r"form#([a-z0-9-]+)-form\Z")
"""How htmx names the form of a snippet's card."""


class Problem(HTTPException):
    """A request that can't be served. *title* and *detail* are message ids; *values* fill the detail in."""

    def __init__(
        self,
        status: int,
        detail: str | None = None,
        *,
        title: str | None = None,
        kind: str | None = None,
        retry_after_s: int | None = None,
        errors: list[dict[str, str]] | None = None,
        **values: object,
    ) -> None:
        self.title = title or TITLES.get(status, TITLES[500])
        self.text = detail or DETAILS.get(status, DETAILS[500])
        self.values = values
        self.kind = kind
        self.errors = errors
        headers = {"Retry-After": str(retry_after_s)} if retry_after_s is not None else None
        super().__init__(status, self.text, headers)

    def in_words(self, words: Words) -> tuple[str, str]:
        """Title and detail in the reader's language."""
        return words(self.title), words(self.text) % self.values if self.values else words(self.text)


def refusal(error: RunRefused) -> Problem:
    """The Problem of a run that the engine refused."""
    status, title, detail = REFUSALS.get(error.reason, REFUSALS["invalid"])
    values: dict[str, Any] = {"reason": error.message} if "%(reason)s" in detail else {}
    if "%(seconds)s" in detail:
        values = {"seconds": error.retry_after_s or 1}
    return Problem(status, detail, title=title, kind=error.reason, retry_after_s=error.retry_after_s, **values)


def reader_language(request: Request) -> Words:
    """The words of whoever sent *request*: the address's language, or what the cookie or the browser says."""
    every = services(request).words
    lang = of_path(request.url.path)
    cookie = None if request.url.path.startswith("/api/") else request.cookies.get(COOKIE)
    return every[lang or negotiate(cookie, request.headers.get("accept-language"))]


async def on_http_error(request: Request, error: Exception) -> Response:
    """Any HTTPException, ours or the framework's."""
    assert isinstance(error, HTTPException)  # noqa: S101 - how it is registered
    problem = error if isinstance(error, Problem) else _from_framework(error)
    return respond(request, problem)


async def on_refusal(request: Request, error: Exception) -> Response:
    """A run that the engine did not take."""
    assert isinstance(error, RunRefused)  # noqa: S101 - how it is registered
    return respond(request, refusal(error))


async def on_invalid(request: Request, error: Exception) -> Response:
    """A body or parameter that isn't what the API takes."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - how it is registered
    of_body = any(item["loc"][0] == "body" for item in error.errors())
    if of_body and request.url.path.startswith("/api/") and not _is_json(request.headers.get("content-type", "")):
        return respond(request, Problem(415))
    problems = [
        {"where": ".".join(str(part) for part in item["loc"]), "what": str(item["msg"])} for item in error.errors()
    ]
    said = "; ".join(f"{item['where']}: {item['what']}" for item in problems[:5])
    detail = N_("Correct these and send it again: %(reason)s")
    return respond(request, Problem(422, detail, kind="invalid", errors=problems, reason=said))


async def on_crash(request: Request, _error: Exception) -> Response:
    """An error of ours; the middleware has logged it, and is passed by on the way back."""
    response = respond(request, Problem(500))
    response.headers.update(HEADERS)
    return response


def respond(request: Request, problem: Problem) -> Response:
    """*problem* in the shape that the client reads."""
    words = reader_language(request)
    if request.url.path.startswith("/api/"):
        return _json(request, problem, words)
    title, detail = problem.in_words(words)
    card = _PRESSED.match(request.headers.get("hx-source", ""))
    if card and "hx-request" in request.headers:
        html = services(request).templates.partial(words.lang, "partials/refusal.html", card=card[1], notice=detail)
        return HTMLResponse(html, problem.status_code, problem.headers)
    from app.web.pages import error_page  # noqa: PLC0415 - pages needs Problem

    return error_page(request, words, problem.status_code, title, detail, dict(problem.headers or {}))


def _json(request: Request, problem: Problem, words: Words) -> Response:
    title, detail = problem.in_words(words)
    kind = problem.kind or HTTPStatus(problem.status_code).phrase.lower().replace(" ", "_")
    body: dict[str, object] = {
        "type": f"/{words.lang}/about#problem-{kind.replace('_', '-')}",
        "title": title,
        "status": problem.status_code,
        "detail": detail,
        "instance": request.url.path,
    }
    if problem.errors:
        body["errors"] = problem.errors
    headers = {**(problem.headers or {}), "Content-Language": words.lang, "Vary": "Accept-Language"}
    return Json(body, problem.status_code, headers, PROBLEM)


def _is_json(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _from_framework(error: HTTPException) -> Problem:
    problem = Problem(error.status_code if error.status_code in TITLES else 400)
    problem.headers = error.headers
    return problem
