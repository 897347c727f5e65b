"""The API of shared programs."""

from __future__ import annotations

from typing import Any, Literal, Self

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.responses import Response

from app.shares.models import TITLE_CHARACTERS, Content, Share
from app.web import shapes
from app.web.api import snippet_of_key
from app.web.cards import default_device
from app.web.json_response import Json
from app.web.openapi import problems
from app.web.services import Services, services
from app.web.sharing import address_of, share, share_of

router = APIRouter(prefix="/api/v1/shares")


class ShareBody(BaseModel):
    """A program to share, or a snippet of a note, and the run whose result goes with it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"code": "import torch\ntorch.arange(3) * 2\n", "title": "Twice"}]},
    )

    code: str | None = Field(None, description="The program, where no snippet is named.")
    snippet: str | None = Field(
        None, description="Key of a snippet, shared as a reader of `lang` sees it.", max_length=200
    )
    lang: Literal["en", "zh"] = Field("en", description="Language of whoever shares.")
    device: str | None = Field(None, pattern=r"^(cpu|cuda(:\d{1,2})?)$", description="`cpu` or `cuda`.")
    runtime: str | None = Field(None, max_length=40, pattern=r"^[0-9A-Za-z.+]*$", description="A torch release.")
    title: str | None = Field(None, max_length=4 * TITLE_CHARACTERS, description="One line.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="Seed that a run of it begins with; drawn if absent.")
    result: str | None = Field(
        None,
        max_length=100,
        description="Id of a run of this program that has just ended here. What the service computed then is stored "
        "with the share; the result of another program, or of a run too long ago, is not.",
    )

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.snippet is None) == (self.code is None):
            raise ValueError("give exactly one of snippet and code")
        return self


@router.post(
    "",
    status_code=201,
    summary="Share a program",
    response_model=shapes.Share,
    responses=problems(400, 403, 408, 413, 415, 422, 429, 503, 507),
)
async def create_share(request: Request, body: ShareBody) -> Response:
    """Keeps it under an id that follows from its content: the same program has the same address everywhere.

    A share keeps its first result.
    """
    given = services(request)
    made = await share(request, _content(given, body), body.lang, body.result or "")
    document = _document(given, made)
    return Json(document, 201, {"Location": f"/api/v1/shares/{made.id}"})


@router.get("/{share_id}", summary="A shared program", response_model=shapes.Share, responses=problems(404, 503))
async def get_share(request: Request, share_id: str) -> Response:
    """The program, how it is to be run, and the stored result with the torch, device and date it came from."""
    given = services(request)
    return Json(_document(given, await share_of(given, share_id)))


def _content(given: Services, body: ShareBody) -> Content:
    said: dict[str, Any] = {"runtime": body.runtime, "title": body.title}
    if body.code is not None:
        return Content.of(body.code, device=body.device, seed=body.seed, **said)
    snippet = snippet_of_key(given, body.snippet or "")
    said["title"] = body.title if body.title is not None else snippet.title[body.lang]
    return Content.of(
        snippet.view(body.lang).code,
        device=body.device or default_device(snippet),
        seed=body.seed if body.seed is not None else snippet.seed,
        **said,
    )


def _document(given: Services, found: Share) -> dict[str, Any]:
    content, stored = found.content, found.result
    return {
        "id": found.id,
        "url": address_of(given, f"/{found.lang}/p/{found.id}"),
        "embed": address_of(given, f"/embed/p/{found.id}"),
        "title": content.title,
        "code": content.code,
        "device": content.device,
        "runtime": content.runtime or None,
        "seed": content.seed,
        "lang": found.lang,
        "created": found.created,
        "result": stored
        and {
            "torch": stored.torch,
            "device": stored.device,
            "device_name": stored.device_name,
            "date": stored.date,
            "status": stored.status,
            "events": stored.result.get("events") or [],
            "variables": stored.result.get("variables") or [],
        },
    }
