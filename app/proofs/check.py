"""Runs every snippet and judges every claim: what ``python -m app check`` does.

A claim holds when its proof's file, run behind the wall on the torch that is installed, ends as it says it does, with
at least one assertion and none failed.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from app.notes.library import Library
from app.notes.models import Claim, Snippet
from app.proofs import recordings
from app.proofs.compare import differences
from app.runs.engine import Engine, collect
from app.runs.models import RunRequest, RunResult

Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class SnippetCheck:
    """What became of one snippet: the reasons are sentences; ``result`` is None where it was skipped."""

    snippet: Snippet
    device: str
    outcome: Outcome
    reasons: tuple[str, ...]
    result: RunResult | None


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """Whether the proof of *claim* established its verdict."""

    claim: Claim
    outcome: Outcome
    reason: str


@dataclass(slots=True)
class Report:
    """Everything that one check found."""

    snippets: list[SnippetCheck] = field(default_factory=list)
    claims: list[ClaimCheck] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return "failed" not in {*(item.outcome for item in self.snippets), *(item.outcome for item in self.claims)}


def devices_for(snippet: Snippet, available: Iterable[str]) -> tuple[list[str], str]:
    """The devices of *available* that *snippet* is to be run on, and why there is none if there is none."""
    available = list(available)
    if snippet.device == "any":
        return available, ""
    wanted = snippet.device.partition(":")[0]
    if wanted in available:
        return [wanted], ""
    return [], f"needs {snippet.device}, which is not here"


def fits(snippet: Snippet, torch_version: str) -> bool:
    """Whether *snippet* is meant for this torch: its ``torch`` range and its ``needs`` minimum."""
    release = Version(torch_version).base_version
    return all(
        SpecifierSet(spec).contains(release, prereleases=True) for spec in (snippet.torch, snippet.needs) if spec
    )


async def run_snippet(engine: Engine, snippet: Snippet, device: str) -> RunResult:
    """Run the file as it is, so that lines are the file's."""
    view = snippet.view(None)
    request = RunRequest(
        code=view.code,
        snippet=snippet.key,
        device=device,
        seed=snippet.seed,
        timeout_s=snippet.timeout,
        client="check",
    )
    return await collect(engine.run(request))


def judge(snippet: Snippet, result: RunResult) -> list[str]:
    """Why *result* is not what *snippet* promises; empty where it is."""
    found = [
        f"line {event['line']}: assert {event['source']} failed {event['message']}".rstrip()
        for event in result.events
        if event["kind"] == "assertion" and not event["passed"]
    ]
    if snippet.raises is None:
        if result.status != "ok":
            error = result.error
            found.append(f"{error['type']}: {error['message']}" if error else f"{result.status}: {result.message}")
    elif result.error is None or result.error["type"].rpartition(".")[2] != snippet.raises.rpartition(".")[2]:
        found.append(f"it should end with {snippet.raises} and ended with {result.error and result.error['type']}")
    return found


def judge_claim(claim: Claim, checks: list[SnippetCheck]) -> ClaimCheck:
    """Judge *claim* by the runs of its proof."""
    ran = [check for check in checks if check.result is not None]
    if not ran:
        return ClaimCheck(claim, "skipped", checks[0].reasons[0] if checks else "its proof was not run")
    for check in ran:
        if check.outcome == "failed":
            return ClaimCheck(claim, "failed", f"{check.snippet.key} on {check.device}: {check.reasons[0]}")
        events = check.result.events if check.result else []
        proven = any(event["kind"] == "assertion" and event["passed"] for event in events)
        if not proven and check.snippet.raises is None:
            return ClaimCheck(claim, "failed", f"{check.snippet.key} asserts nothing")
    return ClaimCheck(claim, "passed", "")


async def check(
    engine: Engine, library: Library, *, slugs: frozenset[str] = frozenset(), record: bool = False
) -> AsyncIterator[SnippetCheck | ClaimCheck]:
    """Run and judge the notes named in *slugs* (all, if empty); yields each finding as it is made.

    With *record*, the results are written beside the snippets instead of being compared with what is there.
    """
    checker = _Checker(engine, record=record)
    snippets = [snippet for snippet in library.snippets() if not slugs or snippet.note in slugs]
    done: dict[str, list[SnippetCheck]] = {snippet.key: [] for snippet in snippets}
    for task in [task for snippet in snippets for task in checker.start(snippet)]:
        finding = await task
        done[finding.snippet.key].append(finding)
        yield finding
    for claim in library.claims():
        if not slugs or claim.note in slugs:
            yield judge_claim(claim, done.get(claim.proof, []))


class _Checker:
    """Runs snippets on every device that is here, as many at a time as the engine has slots."""

    def __init__(self, engine: Engine, *, record: bool) -> None:
        self._engine = engine
        self._record = record
        self._facts = engine.describe()
        self._names = {item["device"]: item["name"] for item in self._facts["devices"]}
        self._gate = asyncio.Semaphore(engine.capacity().slots)

    def start(self, snippet: Snippet) -> list[asyncio.Task[SnippetCheck]]:
        """A task for each device that *snippet* is to be run on, or one that says why there is none."""
        devices, why = devices_for(snippet, self._names)
        if devices and not fits(snippet, self._facts["torch"]):
            devices, why = [], f"is for torch {snippet.torch or snippet.needs}"
        if not devices:
            return [asyncio.create_task(self._skip(snippet, why))]
        return [asyncio.create_task(self._check(snippet, device)) for device in devices]

    async def _skip(self, snippet: Snippet, why: str) -> SnippetCheck:
        return SnippetCheck(snippet, snippet.device, "skipped", (why,), None)

    async def _check(self, snippet: Snippet, device: str) -> SnippetCheck:
        async with self._gate:
            result = await run_snippet(self._engine, snippet, device)
        reasons = judge(snippet, result)
        if not reasons and self._record:
            recordings.save(snippet, device, self._names[device], result)
        elif not reasons:
            reasons = _compare(snippet, device, result)
        return SnippetCheck(snippet, device, "failed" if reasons else "passed", tuple(reasons), result)


def _compare(snippet: Snippet, device: str, result: RunResult) -> list[str]:
    recorded = recordings.load(snippet, device)
    if recorded is None:
        return ["no recording; `python -m app check --record` writes one"]
    return differences(recorded.result, dataclasses.asdict(result))


def summary(report: Report) -> dict[str, Any]:
    """Counts for the closing lines: how many were declared, ran, passed, failed and were skipped."""
    counts: dict[str, Any] = {}
    for name, items in (("snippets", report.snippets), ("claims", report.claims)):
        counts[name] = {
            "declared": len(items),
            "ran": sum(item.outcome != "skipped" for item in items),
            "failed": sum(item.outcome == "failed" for item in items),
            "skipped": sum(item.outcome == "skipped" for item in items),
        }
    return counts
