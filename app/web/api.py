"""The API: runs, and how the service is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict, fields
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Header, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import JSONResponse, Response

from app.notes.models import Snippet
from app.runs.engine import collect
from app.runs.models import Event, RunRequest
from app.sandbox.protocol import LOOKS, Look
from app.web import shapes
from app.web.bodies import too_large
from app.web.cards import default_device
from app.web.explain import explainer
from app.web.json_response import Json
from app.web.language import N_
from app.web.live import Disconnected, LiveResponse, OpenRun, until_disconnect
from app.web.openapi import problems
from app.web.problem import Problem
from app.web.runs import client_of
from app.web.services import Services, services
from app.web.stream import count_ending, json_messages

router = APIRouter()

_STREAM = {"schema": {"type": "string", "description": "An event of a run each: event = kind, id = seq, data = JSON."}}


class RunBody(BaseModel):
    """What to run: a snippet of a note by its key, or code of one's own."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"code": "import torch\ntorch.arange(3) * 2\n"}, {"snippet": "clone-detach/table"}]
        },
    )

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

    looks: list[Look] = Field(
        [],
        max_length=len(LOOKS),
        description="Look inside: `storages` (who shares memory), `steps` (what each statement changed), `graphs` "
        "(autograd). Each brings an event of that kind before `variables`.",
    )
    loopback: bool = Field(
        default=False,
        description="Let the program's processes talk over TCP on 127.0.0.1; refused where a run has no network of its "
        "own. A snippet that needs it has it.",
    )

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.snippet is None) == (self.code is None):
            raise ValueError("give exactly one of snippet and code")
        return self


@router.post(
    "/api/v1/runs",
    summary="Run a snippet or a program",
    response_model=shapes.Run,
    responses={
        200: {"description": "The run has ended, one way or another.", "content": {"text/event-stream": _STREAM}},
        **problems(400, 403, 408, 413, 415, 422, 429, 503),
    },
)
async def create_run(request: Request, body: RunBody, accept: Annotated[str, Header()] = "*/*") -> Response:
    """Runs it and answers with the finished run, or streams its events where `Accept` is `text/event-stream`.

    The response is the run: closing it cancels the run. Code that fails is a successful request with
    `"status": "error"`.
    """
    given = services(request)
    asked = _asked(request, given, body)
    opened = await OpenRun.open(_explained(given, given.run(asked)))
    if "text/event-stream" in accept:
        return LiveResponse(opened, json_messages(given, opened))
    try:
        result = await until_disconnect(request.receive, collect(opened))
    except Disconnected:
        return Response(status_code=499)
    finally:
        await opened.aclose()
    count_ending(given, Event("done", 0, 0, None, {"status": result.status, "wall_ms": result.wall_ms}))
    return Json({field.name: getattr(result, field.name) for field in fields(result)})


@router.delete("/api/v1/runs/{run_id}", status_code=204, summary="Stop a run", responses=problems(403, 404))
async def stop_run(request: Request, run_id: str) -> Response:
    """Ends it as `cancelled`. Its own response carries what it had shown."""
    if not await services(request).engine.cancel(run_id):
        raise Problem(404, N_("There is no run of that id going on; it may have ended by itself."))
    return Response(status_code=204)


@router.get("/healthz", include_in_schema=False)
def healthz() -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


@router.get("/readyz", include_in_schema=False)
def readyz(request: Request) -> Response:
    """A run would be taken now: 200, or 503 with how full it is."""
    capacity = services(request).engine.capacity()
    ready = capacity.warm + capacity.running > 0 and (
        capacity.queued < capacity.queue or capacity.running < capacity.slots
    )
    body = {"status": "ready" if ready else "busy", **asdict(capacity)}
    return JSONResponse(body, 200 if ready else 503, {"Cache-Control": "no-store"})


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(services(request).metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _asked(request: Request, given: Services, body: RunBody) -> RunRequest:
    limits = given.settings
    if body.code is not None and len(body.code.encode("utf-8", "surrogatepass")) > limits.code_bytes:
        raise too_large(limits.code_bytes)
    if body.stdin is not None and len(body.stdin.encode("utf-8", "surrogatepass")) > limits.stdin_bytes:
        raise too_large(limits.stdin_bytes)
    snippet = None if body.snippet is None else snippet_of_key(given, body.snippet)
    code = body.code if snippet is None else snippet.view(body.lang).code
    return RunRequest(
        code=code or "",
        snippet=snippet.key if snippet else None,
        device=body.device or (default_device(snippet) if snippet else "cpu"),
        runtime=body.runtime,
        seed=body.seed if body.seed is not None else snippet.seed if snippet else None,
        stdin=body.stdin,
        timeout_s=body.timeout or (snippet.timeout if snippet else None),
        looks=tuple(look for look in LOOKS if look in body.looks),
        loopback=body.loopback or (snippet is not None and snippet.loopback),
        client=client_of(request),
    )


def snippet_of_key(given: Services, key: str) -> Snippet:
    """The snippet that a request names by its key (``slug/name``). Raises a 422 Problem."""
    slug, _, name = key.partition("/")
    note = given.library.pages.get(slug)
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
