"""The API: runs, notes, claims, and how the service is."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict, fields
from typing import Annotated, Any, Literal, Self

from fastapi import APIRouter, Header, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import JSONResponse, Response

from app.notes.models import Note, Snippet, SnippetView
from app.runs.engine import collect
from app.runs.models import Event, RunRequest
from app.web.cards import default_device, devices_of
from app.web.errors import Problem
from app.web.explain import explainer
from app.web.language import N_
from app.web.live import Disconnected, LiveResponse, OpenRun, until_disconnect
from app.web.pages import note_of
from app.web.runs import client_of
from app.web.security import too_large
from app.web.services import Services, services
from app.web.stream import count_ending, json_messages

router = APIRouter(prefix="/api/v1")
status_router = APIRouter(include_in_schema=False)


class RunBody(BaseModel):
    """What to run: a snippet of a note by its key, or code of one's own."""

    model_config = ConfigDict(extra="forbid")

    snippet: str | None = Field(None, description="Key of a snippet: `clone-detach/table`.", max_length=200)
    code: str | None = Field(None, description="A program, where no snippet is named.")
    lang: Literal["en", "zh"] | None = Field(
        None,
        description="Run the snippet as a reader of this language sees it; the file if absent.",
    )
    device: str | None = Field(None, pattern=r"^(cpu|cuda(:\d{1,2})?)$", description="`cpu` or `cuda`.")
    runtime: str | None = Field(None, max_length=40, description="A torch version served here.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="Seed of every random generator; drawn if absent.")
    stdin: str | None = Field(None, description="What `input()` and `sys.stdin` read.")
    timeout: float | None = Field(None, gt=0, description="Seconds of wall-clock time; capped by the operator's limit.")

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.snippet is None) == (self.code is None):
            raise ValueError("give exactly one of snippet and code")
        return self


@router.post("/runs", summary="Run a snippet or a program")
async def create_run(request: Request, body: RunBody, accept: Annotated[str, Header()] = "*/*") -> Response:
    """Runs it and answers with the finished run, or streams its events where `Accept` is `text/event-stream`.

    The response is the run: closing it cancels the run. Code that fails is a successful request with
    `"status": "error"`.
    """
    given = services(request)
    asked = _asked(request, given, body)
    opened = await OpenRun.open(_explained(given, given.engine.run(asked)))
    if "text/event-stream" in accept:
        return LiveResponse(opened, json_messages(given, opened))
    try:
        result = await until_disconnect(request.receive, collect(opened))
    except Disconnected:
        return Response(status_code=499)
    finally:
        await opened.aclose()
    count_ending(given, Event("done", 0, 0, None, {"status": result.status, "wall_ms": result.wall_ms}))
    return _Json({field.name: getattr(result, field.name) for field in fields(result)})


@router.delete("/runs/{run_id}", status_code=204, summary="Stop a run")
async def stop_run(request: Request, run_id: str) -> Response:
    """Ends it as `cancelled`. Its own response carries what it had shown."""
    if not await services(request).engine.cancel(run_id):
        raise Problem(404, N_("There is no run of that id going on; it may have ended by itself."))
    return Response(status_code=204)


@router.get("/notes", summary="All notes")
def list_notes(request: Request) -> Response:
    """Titles and summaries in both languages, in the order of the first page."""
    return _Json({"notes": [_brief(note) for note in services(request).library.notes.values()]})


@router.get("/notes/{slug}", summary="One note")
def get_note(request: Request, slug: str) -> Response:
    """Everything in it, with the code of its snippets as each reader sees it."""
    return _Json(_whole(note_of(services(request), slug)))


@router.get("/claims", summary="All claims")
def list_claims(request: Request) -> Response:
    """Every claim with its verdict and the snippet that proves it."""
    claims = services(request).library.claims()
    return _Json(
        {
            "claims": [
                {
                    "key": c.key,
                    "note": c.note,
                    "id": c.id,
                    "verdict": c.verdict,
                    "proof": c.proof,
                    "text": dict(c.text),
                }
                for c in claims
            ]
        }
    )


@router.get("/runtimes", summary="What code can run on")
def list_runtimes(request: Request) -> Response:
    """The torch versions and devices served here."""
    given = services(request)
    engine = given.engine.describe()
    runtime = {
        "runtime": engine.get("torch"),
        "python": engine.get("python"),
        "devices": list(devices_of(given.engine)),
    }
    return _Json({"runtimes": [runtime]})


@status_router.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


@status_router.get("/readyz")
def readyz(request: Request) -> Response:
    """A run would be taken now: 200, or 503 with how full it is."""
    capacity = services(request).engine.capacity()
    ready = capacity.warm + capacity.running > 0 and (
        capacity.queued < capacity.queue or capacity.running < capacity.slots
    )
    body = {"status": "ready" if ready else "busy", **asdict(capacity)}
    return JSONResponse(body, 200 if ready else 503, {"Cache-Control": "no-store"})


@status_router.get("/metrics")
def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(services(request).metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")


class _Json(JSONResponse):
    """JSON that people can read: Chinese as it is."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _asked(request: Request, given: Services, body: RunBody) -> RunRequest:
    limits = given.settings
    if body.code is not None and len(body.code.encode("utf-8", "surrogatepass")) > limits.code_bytes:
        raise too_large(limits.code_bytes)
    if body.stdin is not None and len(body.stdin.encode("utf-8", "surrogatepass")) > limits.stdin_bytes:
        raise too_large(limits.stdin_bytes)
    snippet = None if body.snippet is None else _snippet(given, body.snippet)
    code = body.code if snippet is None else snippet.view(body.lang).code
    return RunRequest(
        code=code or "",
        snippet=snippet.key if snippet else None,
        device=body.device or (default_device(snippet) if snippet else "cpu"),
        runtime=body.runtime,
        seed=body.seed if body.seed is not None else snippet.seed if snippet else None,
        stdin=body.stdin,
        timeout_s=body.timeout or (snippet.timeout if snippet else None),
        client=client_of(request),
    )


def _snippet(given: Services, key: str) -> Snippet:
    slug, _, name = key.partition("/")
    note = given.library.notes.get(slug)
    snippet = note.snippets.get(name.removesuffix(".py")) if note else None
    if snippet is None:
        detail = N_("There is no snippet %(reason)s. GET /api/v1/notes lists the notes, and each lists its snippets.")
        raise Problem(422, detail, kind="invalid", reason=key)
    return snippet


async def _explained(given: Services, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """*events* with the note that explains an error filled in."""
    explain = explainer(given.library)
    try:
        async for event in events:
            if event.kind == "error" and not event.data.get("note"):
                note = explain(str(event.data.get("type")), str(event.data.get("message")))
                event = Event(event.kind, event.seq, event.t_ms, event.line, {**event.data, "note": note})  # noqa: PLW2901
            yield event
    finally:
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()


def _brief(note: Note) -> dict[str, Any]:
    return {
        "slug": note.slug,
        "title": dict(note.title),
        "summary": dict(note.summary),
        "category": note.category,
        "snippets": [snippet.key for snippet in note.snippets.values()],
        "claims": [claim.id for claim in note.claims],
        "url": {lang: f"/{lang}/notes/{note.slug}" for lang in note.title},
    }


def _whole(note: Note) -> dict[str, Any]:
    claims: list[dict[str, Any]] = [
        {"id": c.id, "verdict": c.verdict, "proof": c.proof, "text": dict(c.text), "html": dict(c.html)}
        for c in note.claims
    ]
    return {
        **_brief(note),
        "related": list(note.related),
        "errors": list(note.errors),
        "body": {lang: [_block(block) for block in blocks] for lang, blocks in note.body.items()},
        "snippets": [_snippet_json(snippet) for snippet in note.snippets.values()],
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
