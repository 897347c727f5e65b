"""Help while typing, over HTTP: what can be written here, what a name means, how the program would look tidied."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from app.runs.assistant import NoAnswer
from app.web import shapes
from app.web.bodies import too_large
from app.web.json_response import Json
from app.web.live import Disconnected, until_disconnect
from app.web.openapi import problems
from app.web.remarks import remark
from app.web.runs import client_of
from app.web.services import services

router = APIRouter(prefix="/api/v1")


class AssistBody(BaseModel):
    """A question about a place in a program. Lines count from 1, columns from 0 and in characters."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"action": "complete", "code": "import torch\ntorch.ar", "line": 2, "column": 8}]
        },
    )

    action: Literal["complete", "hover", "signature", "format", "lint"]
    code: str = Field(description="The whole program.")
    line: int = Field(1, ge=1, le=1_000_000)
    column: int = Field(0, ge=0, le=1_000_000)
    lang: Literal["en", "zh"] | None = Field(None, description="Language of warnings; as ruff has them if absent.")


@router.get("/assist/state", summary="Whether help while typing is ready", response_model=shapes.AssistState)
async def assist_state(request: Request) -> Response:
    """Asking starts it where it isn't started; `POST /api/v1/assist` answers 503 until it is ready."""
    state = services(request).assistant.wake()
    return Json({"ready": state == "ready", "state": state})


@router.post(
    "/assist",
    summary="Help while typing",
    response_model=shapes.Assist,
    responses=problems(400, 403, 404, 408, 413, 415, 422, 429, 503),
)
async def assist(request: Request, body: AssistBody) -> Response:
    """Reads the program, and never runs it.

    `result` is null where there is nothing to say; `failure` says why where the question could not be answered.
    """
    given = services(request)
    if len(body.code.encode("utf-8", "surrogatepass")) > given.settings.code_bytes:
        raise too_large(given.settings.code_bytes)
    asking = given.assistant.ask(client_of(request), body.action, body.code, body.line, body.column)
    result: dict[str, Any] | None = None
    failure = ""
    try:
        result = await until_disconnect(request.receive, asking)
    except Disconnected:
        return Response(status_code=499)
    except NoAnswer as error:
        failure = str(error)
    if body.lang and result and body.action == "lint":
        words = given.words[body.lang]
        warnings = [{**one, "message": remark(words, one)} for one in result["warnings"]]
        result = {**result, "warnings": warnings}
    return Json({"action": body.action, "result": result, "failure": failure})
