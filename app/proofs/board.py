"""What stands of every claim, error and page, by recorded runs: on which torch and device it last held, and when.

Nothing is run here: ``python -m app check --record`` writes the recordings, with ``--runtime`` the results on other
torch versions; the board reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from packaging.version import Version

from app.notes.library import Library
from app.notes.models import Claim, Note, Snippet
from app.proofs import elsewhere, recordings
from app.proofs.check import REPRO, judge, unlike
from app.runs.models import RunResult

State = Literal["proven", "failed", "missing"]
DEVICES: Final = ("cpu", "cuda")
"""Recordings are kept of these."""


@dataclass(frozen=True, slots=True)
class Result:
    """One recorded run of a proof. ``why`` says what didn't hold; it's empty where everything did."""

    torch: str
    device: str
    device_name: str
    date: str
    checks: int
    why: str

    @property
    def holds(self) -> bool:
        """Whether the run established what it's there for."""
        return not self.why

    @property
    def release(self) -> str:
        """The torch without the name of its build."""
        return self.torch.partition("+")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """The last result of something on each device."""

    results: tuple[Result, ...]

    @property
    def state(self) -> State:
        """``failed`` where any device contradicts it, ``missing`` where nothing is recorded."""
        if not self.results:
            return "missing"
        return "proven" if all(result.holds for result in self.results) else "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Stands):
    """A claim, its proof, and the last result on each device."""

    claim: Claim
    proof: Snippet


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorStanding(Stands):
    """An error, the program that reproduces it (None where nothing here can), and its last result on each device."""

    note: Note
    proof: Snippet | None


def standing(library: Library, claim: Claim) -> Standing:
    """Where *claim* stands by what is recorded."""
    proof = library.snippet(claim.proof)
    return Standing(claim=claim, proof=proof, results=(*_results(proof), *_elsewhere(proof)))


def error_standing(note: Note) -> ErrorStanding:
    """Where the error of the page *note* stands: whether it was reproduced, by what is recorded."""
    proof = note.snippets.get(REPRO)
    results = (*_results(proof, note), *_elsewhere(proof)) if proof else ()
    return ErrorStanding(note=note, proof=proof, results=results)


def page_standing(note: Note) -> Stands:
    """When all of what *note* shows last held, on each device: by its oldest recording there."""
    results: list[Result] = []
    for device in DEVICES:
        found = [
            (snippet, result)
            for snippet in note.snippets.values()
            for result in _results(snippet, asserts=False)
            if result.device == device
        ]
        if found:
            oldest = min((result for _, result in found), key=lambda result: (result.date, Version(result.torch)))
            why = "\n".join(f"{snippet.name}.py: {result.why}" for snippet, result in found if result.why)
            checks = sum(result.checks for _, result in found)
            results.append(replace(oldest, checks=checks, why=why))
    return Stands(results=tuple(results))


def _elsewhere(proof: Snippet) -> Iterator[Result]:
    """How *proof* ended on other torch versions than the recordings'."""
    for one in elsewhere.load(proof):
        why = one.why or ("" if one.checks or proof.raises is not None else "it asserts nothing")
        yield Result(one.torch, one.device, one.device_name, one.date, one.checks, why)


def _results(proof: Snippet, note: Note | None = None, *, asserts: bool = True) -> Iterator[Result]:
    """The recorded runs of *proof*, which must assert something; on the page of an error, say what it is about."""
    for device in DEVICES:
        kept = recordings.load(proof, device)
        if kept is None:
            continue
        try:
            ran = RunResult(**kept.result)
            reasons = judge(proof, ran)
            checks = sum(event["kind"] == "assertion" for event in ran.events)
            if note and not reasons:
                reasons = unlike(note, ran)
        except (TypeError, KeyError):
            reasons, checks = ["its recording can't be read"], 0
        if asserts and not reasons and not checks and proof.raises is None:
            reasons = ["it asserts nothing"]
        yield Result(kept.torch, kept.device, kept.device_name, kept.date, checks, "\n".join(reasons))
