"""Which facts are proven by what was run: each is covered by a claim, or by a section and what runs in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.notes.models import Note

if TYPE_CHECKING:
    from app.proofs.check import ClaimCheck, Outcome, SnippetCheck


@dataclass(frozen=True, slots=True)
class FactCheck:
    """Whether a fact of *note* is proven; ``skipped`` is one that is told there and that nothing which ran shows."""

    fact: str
    note: Note
    outcome: Outcome
    reason: str

    def __str__(self) -> str:
        """As a line of a report."""
        return f"fact {self.fact} ({self.note.slug})"


def judge_facts(
    note: Note, claims: Mapping[str, ClaimCheck], snippets: Mapping[str, Sequence[SnippetCheck]]
) -> Iterator[FactCheck]:
    """Judge every fact of *note* by its claims, by their ids, and the runs of its snippets, by their names."""
    for fact, anchor in note.facts.items():
        shown = [anchor] if anchor in claims else list(_section(note, anchor))
        found = [claims[one] for one in shown if one in claims]
        outcomes = {one.outcome for one in found} | {run.outcome for one in shown for run in snippets.get(one, ())}
        if "failed" in outcomes:
            yield FactCheck(fact, note, "failed", f"what shows it, at {note.slug}#{anchor}, does not hold")
        elif "passed" in outcomes:
            yield FactCheck(fact, note, "passed", "")
        else:
            yield FactCheck(fact, note, "skipped", f"nothing that ran shows it at {note.slug}#{anchor}")


def _section(note: Note, anchor: str) -> Iterator[str]:
    """Ids of the claims and names of the snippets under the heading *anchor*."""
    level = 0
    for block in note.body["en"]:
        if block.kind == "heading":
            if level and block.level <= level:
                return
            level = block.level if block.id == anchor else level
        elif level and block.kind == "claim":
            yield block.claim.id
        elif level and block.kind == "snippet":
            yield block.snippet.name
