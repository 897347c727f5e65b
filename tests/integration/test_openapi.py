"""The API does what its OpenAPI description says: schemathesis sends what fits it and what doesn't."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
import structlog
from schemathesis import engine
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events

from app.runs.models import RunRefused, RunRequest
from app.web.openapi import PROBLEM
from tests.fakes import FakeEngine, Step, say
from tests.web import in_process, make_app, write_notes

CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {"max-examples": 25, "deterministic": True, "database": "none"},
        # A key of the right form may name no snippet, which is a 422: not all that fits is accepted.
        "checks": {"positive_data_acceptance": {"enabled": False}},
    }
)
SHOWN = say(
    ("stdout", 1, {"text": "hello\n"}),
    ("value", 2, {"data": {"text/plain": "tensor(1)"}}),
    ("assertion", 3, {"passed": True, "source": "x", "message": ""}),
    ("error", 4, {"type": "E", "message": "", "traceback": "", "frames": []}),
    ("variables", None, {"variables": [{"name": "x", "kind": "tensor"}]}),
)
RUNS = "/api/v1/runs"
OPERATIONS = {
    "POST /api/v1/runs",
    "DELETE /api/v1/runs/{run_id}",
    "GET /api/v1/notes",
    "GET /api/v1/notes/{slug}",
    "GET /api/v1/claims",
    "GET /api/v1/runtimes",
    "GET /api/v1/assist/state",
    "POST /api/v1/assist",
}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of requests; what they log is of no use here."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.configure(**before)


def tried(notes: Path, played: FakeEngine, only: str | None = None) -> tuple[set[str], list[str], int]:
    """The operations that were called, what was wrong with the answers, and how many checks were made."""
    every = schemathesis.openapi.from_asgi("/api/v1/openapi.json", make_app(notes, played), config=CONFIG)
    schema = every.include(path=only) if only else every
    operations, failures, count = set(), [], 0
    for event in engine.from_schema(schema).execute():
        if isinstance(event, events.NonFatalError):
            failures.append(f"{event.label}: {event.info}")  # an exception that came out of the service
        if not isinstance(event, events.ScenarioFinished):
            continue
        operations.add(event.recorder.label)
        for checks in event.recorder.checks.values():
            count += len(checks)
            failures += [
                f"{event.recorder.label}: {check.failure_info.failure}" for check in checks if check.failure_info
            ]
    return operations, failures, count


def test_every_answer_is_as_described(notes: Path) -> None:
    operations, failures, count = tried(notes, FakeEngine(script=SHOWN))
    assert failures == []
    assert operations >= OPERATIONS
    assert count > 1000


@pytest.mark.parametrize(("reason", "retry"), [("queue_full", 4), ("client_busy", 1), ("no_wall", None)])
def test_refusals_are_as_described(notes: Path, reason: str, retry: int | None) -> None:
    _, failures, _ = tried(notes, FakeEngine(refuse=RunRefused(reason, "because", retry)), RUNS)
    wrong = [failure for failure in failures if reason != "queue_full" or "Server error" not in failure]
    assert wrong == []


def test_a_server_error_would_be_noticed(notes: Path) -> None:
    def crash(_request: RunRequest) -> list[Step]:
        raise ZeroDivisionError

    _, failures, _ = tried(notes, FakeEngine(script=crash), RUNS)
    assert any(failure.startswith("POST /api/v1/runs") for failure in failures), failures


async def test_problems_are_described_with_their_media_type_and_when_to_try_again(notes: Path) -> None:
    async with in_process(make_app(notes)) as client:
        spec = (await client.get("/api/v1/openapi.json")).json()
    answers = spec["paths"]["/api/v1/runs"]["post"]["responses"]
    assert set(answers) == {"200", "400", "403", "408", "413", "415", "422", "429", "503"}
    for status, answer in answers.items():
        assert list(answer["content"]) == (
            ["application/json", "text/event-stream"] if status == "200" else [PROBLEM]
        ), status
    assert "Retry-After" in answers["429"]["headers"]
    assert "Retry-After" in answers["503"]["headers"]
    assert "HTTPValidationError" not in spec["components"]["schemas"]
    assert set(spec["paths"]["/api/v1/notes/{slug}"]["get"]["responses"]) == {"200", "404"}
