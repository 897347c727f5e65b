"""One shape for everything that goes wrong with a request: a Problem, shown as the client can read it.

The API gets RFC 9457 ``application/problem+json``, a page gets a page, a Run pressed in a page gets its
sentence beside the snippet. All of them in the reader's language, all saying what to do.
"""

from __future__ import annotations

import re
from http import HTTPStatus

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.runs.models import RunRefused
from app.web.json_response import Json
from app.web.language import COOKIE, N_, Words, negotiate, of_path
from app.web.openapi import PROBLEM
from app.web.policy import HEADERS
from app.web.problem import TITLES, Problem, refusal
from app.web.services import services

_PRESSED = re.compile(r"(?:form#|button#)([a-z0-9-]+)-(?:form|times)\Z")
"""How htmx names the form of a snippet's card, and its button that runs several times."""


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
