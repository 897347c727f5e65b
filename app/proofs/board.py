"""What stands of every claim, by the recordings of its proof: on which torch and device it last held, and when.

Nothing is run here: ``python -m app check --record`` writes the recordings, the board reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from app.notes.library import Library
from app.notes.models import Claim, Snippet
from app.proofs import recordings
from app.proofs.check import judge
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


@dataclass(frozen=True, slots=True)
class Standing:
    """A claim, its proof, and the last result on each device."""

    claim: Claim
    proof: Snippet
    results: tuple[Result, ...]

    @property
    def state(self) -> State:
        """``failed`` where any device contradicts the claim, ``missing`` where nothing is recorded."""
        if not self.results:
            return "missing"
        return "proven" if all(result.holds for result in self.results) else "failed"


def standing(library: Library, claim: Claim) -> Standing:
    """Where *claim* stands by what is recorded."""
    proof = library.snippet(claim.proof)
    return Standing(claim, proof, tuple(_results(proof)))


def _results(proof: Snippet) -> Iterator[Result]:
    for device in DEVICES:
        kept = recordings.load(proof, device)
        if kept is None:
            continue
        try:
            ran = RunResult(**kept.result)
            reasons = judge(proof, ran)
            checks = sum(event["kind"] == "assertion" for event in ran.events)
        except (TypeError, KeyError):
            reasons, checks = ["its recording can't be read"], 0
        if not reasons and not checks and proof.raises is None:
            reasons = ["it asserts nothing"]
        yield Result(kept.torch, kept.device, kept.device_name, kept.date, checks, "\n".join(reasons))
