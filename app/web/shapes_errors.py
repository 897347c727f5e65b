"""What the API answers about errors, for its OpenAPI description."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.web.shapes import Note, NoteBrief, ProofResult, Shape


class ErrorBrief(NoteBrief):
    """An error in a list."""

    id: str = Field(description="The last part of its address.")
    kind: Literal["error", "silent", "warning"] = Field(
        description="An exception, a wrong result without a word, or a warning."
    )
    rank: int = Field(description="How often it is hit: 1 is the most often.")
    message: str | None = Field(description="As torch prints it; null where it says nothing.")
    state: Literal["proven", "failed", "missing"] = Field(description="Whether it was reproduced, by what is recorded.")
    results: list[ProofResult]


class Errors(Shape):
    """All errors."""

    errors: list[ErrorBrief]


class Older(Shape):
    """How an earlier torch worded it."""

    version: str
    message: str


class ErrorPage(Note):
    """An error, whole."""

    id: str
    kind: Literal["error", "silent", "warning"]
    rank: int
    message: str | None
    state: Literal["proven", "failed", "missing"]
    results: list[ProofResult]
    older: list[Older]
