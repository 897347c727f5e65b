"""Runs every snippet and judges every claim and error page: what ``python -m app check`` does.

A claim holds when its proof's file, run behind the wall on the torch that is installed, ends as it says it does, with
at least one assertion and none failed. An error is reproduced when its page's ``repro.py`` ends as it says it does
and what it says is the message that the page is about.
"""

from __future__ import annotations

import asyncio
import builtins
import dataclasses
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from app.notes.library import Library
from app.notes.messages import says
from app.notes.models import Claim, Note, Snippet
from app.proofs import recordings
from app.proofs.compare import differences, statements
from app.proofs.facts import FactCheck, judge_facts
from app.runs.engine import Engine, collect, facts_of
from app.runs.models import RunRequest, RunResult
from app.settings import usable_cpus

Outcome = Literal["passed", "failed", "skipped"]
REPRO: Final = "repro"
"""Name of the snippet that reproduces the error of a page."""
CPU_BUILD: Final = "a CPU build"
"""What a snippet ``needs`` that shows what only a torch without CUDA says."""
GPU_BUILDS: Final = ("cu", "rocm", "xpu")
"""How the local part of a torch version begins where it is another build: ``2.14.1+cu130``."""


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

    def __str__(self) -> str:
        """As a line of a report."""
        return f"claim {self.claim.key} ({self.claim.verdict})"


@dataclass(frozen=True, slots=True)
class ErrorCheck:
    """Whether the error that *note* is about was reproduced."""

    note: Note
    outcome: Outcome
    reason: str

    def __str__(self) -> str:
        """As a line of a report."""
        return f"{self.note.slug} ({self.note.kind})"


Finding: TypeAlias = SnippetCheck | ClaimCheck | ErrorCheck | FactCheck


@dataclass(slots=True)
class Report:
    """Everything that one check found."""

    snippets: list[SnippetCheck] = field(default_factory=list)
    claims: list[ClaimCheck] = field(default_factory=list)
    errors: list[ErrorCheck] = field(default_factory=list)
    facts: list[FactCheck] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        """Take in *finding*."""
        match finding:
            case SnippetCheck():
                self.snippets.append(finding)
            case ClaimCheck():
                self.claims.append(finding)
            case ErrorCheck():
                self.errors.append(finding)
            case FactCheck():
                self.facts.append(finding)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        outcomes = {item.outcome for item in self.snippets} | {item.outcome for item in self.claims}
        return "failed" not in outcomes | {item.outcome for item in self.errors}


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
    version = Version(torch_version)
    if snippet.needs == CPU_BUILD:
        return not (version.local or "").startswith(GPU_BUILDS)
    return all(
        SpecifierSet(spec).contains(version.base_version, prereleases=True)
        for spec in (snippet.torch, snippet.needs)
        if spec
    )


def is_kind_of(raised: str, wanted: str) -> bool:
    """Whether an exception of the type *raised* is one of the type *wanted*, as ``except`` would see it."""
    one, other = raised.rpartition(".")[2], wanted.rpartition(".")[2]
    kind, base = getattr(builtins, one, None), getattr(builtins, other, None)
    return one == other or (isinstance(kind, type) and isinstance(base, type) and issubclass(kind, base))


async def run_snippet(engine: Engine, snippet: Snippet, device: str, runtime: str | None = None) -> RunResult:
    """Run the file as it is, so that lines are the file's."""
    view = snippet.view(None)
    request = RunRequest(
        code=view.code,
        snippet=snippet.key,
        device=device,
        runtime=runtime,
        seed=snippet.seed,
        timeout_s=snippet.timeout,
        loopback=snippet.loopback,
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
    elif result.error is None or not is_kind_of(result.error["type"], snippet.raises):
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


def judge_error(note: Note, checks: list[SnippetCheck]) -> ErrorCheck:
    """Judge the page *note* by the runs of its ``repro.py``."""
    ran = [check for check in checks if check.result is not None]
    if not ran:
        return ErrorCheck(note, "skipped", checks[0].reasons[0] if checks else "it has no repro.py")
    for check in ran:
        if check.outcome == "failed":
            return ErrorCheck(note, "failed", f"{check.snippet.key} on {check.device}: {check.reasons[0]}")
        reasons = unlike(note, check.result) if check.result else []
        if reasons:
            return ErrorCheck(note, "failed", f"{check.snippet.key} on {check.device}: {reasons[0]}")
    return ErrorCheck(note, "passed", "")


def unlike(note: Note, result: RunResult) -> list[str]:
    """Why *result* is not the error of the page *note*; empty where it is."""
    said = "\n".join(text for _, kind, text in statements(result.events) if kind != "assertion")
    if not note.errors or any(_says(said, message) for message in note.errors):
        return []
    return [f"it doesn't say what the page is about: {note.errors[0]!r}"]


_says = lru_cache(maxsize=1024)(says)  # pages ask again and again about the same recordings


async def check(
    engine: Engine,
    library: Library,
    *,
    slugs: frozenset[str] = frozenset(),
    record: bool = False,
    runtime: str | None = None,
) -> AsyncIterator[Finding]:
    """Run and judge the pages named in *slugs* (all, if empty); yields each finding as it is made.

    With *record*, the results are written beside the snippets instead of being compared with what is there. On another
    *runtime* than the engine's own nothing is compared: its outputs may differ, its asserts must hold all the same.
    Raises :class:`app.runs.engine.NoSuchRuntime` where it is not there.
    """
    checker = _Checker(engine, record=record, runtime=runtime)
    snippets = [snippet for snippet in library.snippets() if not slugs or snippet.note in slugs]
    done: dict[str, list[SnippetCheck]] = {snippet.key: [] for snippet in snippets}
    for task in [task for snippet in snippets for task in checker.start(snippet)]:
        finding = await task
        done[finding.snippet.key].append(finding)
        yield finding
    for note in library.pages.values():
        if slugs and note.slug not in slugs:
            continue
        claims = {claim.id: judge_claim(claim, done.get(claim.proof, [])) for claim in note.claims}
        for judged in claims.values():
            yield judged
        if note.is_error:
            yield judge_error(note, done.get(f"{note.slug}/{REPRO}", []))
        for fact in judge_facts(note, claims, {name: done.get(f"{note.slug}/{name}", []) for name in note.snippets}):
            yield fact


class _Checker:
    """Runs snippets on every device that is here, as many at a time as there are slots and processors for them.

    One that ran out of time runs again when no other does: it may have been kept waiting for a processor.
    """

    def __init__(self, engine: Engine, *, record: bool, runtime: str | None = None) -> None:
        self._engine = engine
        self._record = record
        self._facts = facts_of(engine, runtime)
        self._runtime = None if runtime is None else self._facts["runtime"]
        self._elsewhere = runtime is not None and self._facts["torch"] != engine.describe()["torch"]
        """Whether it is another torch than that of the recordings."""
        self._names = {item["device"]: item["name"] for item in self._facts["devices"]}
        self._places = min(engine.capacity().slots, usable_cpus())
        self._gate = asyncio.Semaphore(self._places)
        self._alone = asyncio.Lock()

    def start(self, snippet: Snippet) -> list[asyncio.Task[SnippetCheck]]:
        """A task for each device that *snippet* is to be run on, or one that says why there is none."""
        devices, why = devices_for(snippet, self._names)
        if devices and not fits(snippet, self._facts["torch"]):
            devices, why = [], f"is for torch {snippet.torch}" if snippet.torch else f"needs {snippet.needs}"
        if not devices:
            return [asyncio.create_task(self._skip(snippet, why))]
        return [asyncio.create_task(self._check(snippet, device)) for device in devices]

    async def _skip(self, snippet: Snippet, why: str) -> SnippetCheck:
        return SnippetCheck(snippet, snippet.device, "skipped", (why,), None)

    async def _check(self, snippet: Snippet, device: str) -> SnippetCheck:
        async with self._gate:
            result = await run_snippet(self._engine, snippet, device, self._runtime)
        if result.status == "timeout":
            result = await self._run_alone(snippet, device)
        reasons = judge(snippet, result)
        if self._elsewhere:
            return SnippetCheck(snippet, device, "failed" if reasons else "passed", tuple(reasons), result)
        if not reasons and self._record:
            recordings.save(snippet, device, self._names[device], result)
        elif not reasons:
            reasons = _compare(snippet, device, result)
        return SnippetCheck(snippet, device, "failed" if reasons else "passed", tuple(reasons), result)

    async def _run_alone(self, snippet: Snippet, device: str) -> RunResult:
        async with self._alone:
            for _ in range(self._places):
                await self._gate.acquire()
            try:
                return await run_snippet(self._engine, snippet, device, self._runtime)
            finally:
                for _ in range(self._places):
                    self._gate.release()


def _compare(snippet: Snippet, device: str, result: RunResult) -> list[str]:
    recorded = recordings.load(snippet, device)
    if recorded is None:
        return ["no recording; `python -m app check --record` writes one"]
    return differences(recorded.result, dataclasses.asdict(result))


def summary(report: Report) -> dict[str, Any]:
    """Counts for the closing lines: how many were declared, ran, passed, failed and were skipped."""
    counts: dict[str, Any] = {}
    for name in ("snippets", "claims", "facts", "errors"):
        items: list[Finding] = getattr(report, name)
        counts[name] = {
            "declared": len(items),
            "ran": sum(item.outcome != "skipped" for item in items),
            "passed": sum(item.outcome == "passed" for item in items),
            "failed": sum(item.outcome == "failed" for item in items),
            "skipped": sum(item.outcome == "skipped" for item in items),
        }
    return counts
