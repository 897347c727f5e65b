"""The API's reading side: notes, errors, claims, and what code can run on."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.notes.models import ERROR_PREFIX, Note, Snippet, SnippetView
from app.proofs.board import Result, error_standing, standing
from app.web import shapes, shapes_errors
from app.web.json_response import Json
from app.web.language import N_
from app.web.openapi import problems
from app.web.pages import note_of
from app.web.places import runtimes_of
from app.web.problem import Problem
from app.web.services import services

router = APIRouter(prefix="/api/v1")


@router.get("/notes", response_model=shapes.Notes, summary="All notes")
def list_notes(request: Request) -> Response:
    """Titles and summaries in both languages, in the order of the first page."""
    return Json({"notes": [_brief(note) for note in services(request).library.notes.values()]})


@router.get("/notes/{slug}", response_model=shapes.Note, responses=problems(404), summary="One note")
def get_note(request: Request, slug: str) -> Response:
    """Everything in it, with the code of its snippets as each reader sees it."""
    return Json(_whole(note_of(services(request), slug)))


@router.get("/errors", response_model=shapes_errors.Errors, summary="All errors")
def list_errors(request: Request) -> Response:
    """Each with its kind, its message, how often it is hit (1 is the most often) and whether it was reproduced."""
    return Json({"errors": [_error(note) for note in services(request).library.errors.values()]})


@router.get("/errors/{ident}", response_model=shapes_errors.ErrorPage, responses=problems(404), summary="One error")
def get_error(request: Request, ident: str) -> Response:
    """Its cause, its fix and the wrong fixes, with the code of the snippets; every wording that is known."""
    note = services(request).library.errors.get(ERROR_PREFIX + ident)
    if note is None:
        raise Problem(404, N_("There is no error of that name. The list of errors has them all."))
    older = [{"version": older.version, "message": older.message} for older in note.older]
    return Json({**_whole(note), **_error(note), "older": older, "snippets": _snippets(note)})


@router.get("/claims", response_model=shapes.Claims, summary="All claims")
def list_claims(request: Request) -> Response:
    """Every claim with its verdict, the snippet that proves it, and how that last ended on each device."""
    library = services(request).library
    board = [standing(library, claim) for claim in library.claims()]
    return Json(
        {
            "claims": [
                {
                    "key": one.claim.key,
                    "note": one.claim.note,
                    "id": one.claim.id,
                    "verdict": one.claim.verdict,
                    "proof": one.claim.proof,
                    "text": dict(one.claim.text),
                    "state": one.state,
                    "results": [_result(result) for result in one.results],
                }
                for one in board
            ]
        }
    )


@router.get("/runtimes", response_model=shapes.Runtimes, summary="What code can run on")
def list_runtimes(request: Request) -> Response:
    """The torch versions and devices served here, the service's own first; of one that can't be used, why."""
    return Json(
        {
            "runtimes": [
                {
                    "runtime": one.name,
                    "torch": one.torch,
                    "python": one.python,
                    "devices": list(one.devices),
                    "ready": one.ready,
                    "problem": one.problem,
                }
                for one in runtimes_of(services(request).engine)
            ]
        }
    )


def _result(result: Result) -> dict[str, Any]:
    return {
        "torch": result.torch,
        "device": result.device,
        "device_name": result.device_name,
        "date": result.date,
        "checks": result.checks,
        "holds": result.holds,
        "why": result.why,
    }


def _brief(note: Note) -> dict[str, Any]:
    return {
        "slug": note.slug,
        "title": dict(note.title),
        "summary": dict(note.summary),
        "category": note.category,
        "snippets": [snippet.key for snippet in note.snippets.values()],
        "claims": [claim.id for claim in note.claims],
        "url": {lang: f"/{lang}/{note.path}" for lang in note.title},
    }


def _error(note: Note) -> dict[str, Any]:
    stands = error_standing(note)
    return {
        **_brief(note),
        "id": note.id,
        "kind": note.kind,
        "rank": note.order,
        "message": note.errors[0] if note.errors else None,
        "state": stands.state,
        "results": [_result(result) for result in stands.results],
    }


def _snippets(note: Note) -> list[dict[str, Any]]:
    return [_snippet_json(snippet) for snippet in note.snippets.values()]


def _whole(note: Note) -> dict[str, Any]:
    claims: list[dict[str, Any]] = [
        {"id": c.id, "verdict": c.verdict, "proof": c.proof, "text": dict(c.text), "html": dict(c.html)}
        for c in note.claims
    ]
    return {
        **_brief(note),
        "related": list(note.related),
        "prerequisites": list(note.prerequisites),
        "errors": list(note.errors),
        "body": {lang: [_block(block) for block in blocks] for lang, blocks in note.body.items()},
        "snippets": _snippets(note),
        "claims": claims,
    }


def _block(block: Any) -> dict[str, Any]:
    match block.kind:
        case "prose":
            return {"kind": "prose", "html": block.html}
        case "heading":
            return {
                "kind": "heading",
                "level": block.level,
                "id": block.id,
                "html": block.html,
                "text": block.text,
            }
        case "snippet":
            return {"kind": "snippet", "snippet": block.snippet.key}
        case _:
            return {"kind": "claim", "claim": block.claim.id}


def _snippet_json(snippet: Snippet) -> dict[str, Any]:
    views: dict[str, SnippetView] = {
        "file": snippet.view(None),
        "en": snippet.view("en"),
        "zh": snippet.view("zh"),
    }
    return {
        "key": snippet.key,
        "title": dict(snippet.title),
        "device": snippet.device,
        "timeout": snippet.timeout,
        "seed": snippet.seed,
        "raises": snippet.raises,
        "code": {name: view.code for name, view in views.items()},
        "lines": {name: list(view.lines) for name, view in views.items()},
    }
