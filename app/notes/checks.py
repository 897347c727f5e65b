"""What must hold between files: a note's two languages, a page and its snippets, one note and another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from app.notes.drafts import FACTS, Draft
from app.notes.markdown import ClaimRef, Document, SnippetRef
from app.notes.models import LANGS, Heading, Lang, Problem, Snippet
from app.notes.snippets import has_assert

_OTHER: Final[Mapping[Lang, Lang]] = {"en": "zh", "zh": "en"}

ERROR_SECTIONS: Final = ("cause", "fix", "wrong-fixes")
"""Ids of the headings that the page of an error has, in this order."""

Bone = tuple[str, str]
"""A block that both languages share: what it is, and its id or name."""


def check_draft(draft: Draft) -> Iterator[Problem]:
    """Everything that is wrong between the files of one note."""
    if all(document.front.lines for document in draft.documents.values()):
        yield from _check_shared_keys(draft)
    if all(draft.page(lang).exists() for lang in LANGS):
        yield from _check_pairs(draft)
        yield from _check_order(draft)
    yield from _check_snippets(draft)
    yield from _check_proofs(draft)
    if draft.sort == "error":
        yield from _check_error(draft)


def check_links(drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    """Everything that is wrong between notes."""
    for draft in drafts.values():
        for lang in LANGS:
            yield from _check_related(draft, lang, drafts)
            yield from _check_note_links(draft, lang, drafts)
    yield from _check_facts(drafts)
    yield from _check_ranks(drafts)
    yield from _check_prerequisites(drafts)


def _check_shared_keys(draft: Draft) -> Iterator[Problem]:
    english, chinese = draft.documents["en"].front, draft.documents["zh"].front
    for key, value in chinese.shared().items():
        line = chinese.lines.get(key) or (1 if key == "prerequisites" else 0)  # what must be set is missed elsewhere
        if value != english.shared()[key] and line and (key in english.lines or key == "prerequisites"):
            message = f"'{key}' differs from en.md: make them the same"
            yield Problem(draft.page("zh"), line, message)


def _skeleton(document: Document) -> dict[Bone, int]:
    """The blocks that both languages share, in order, each with its line (the first, if it stands twice)."""
    bones: dict[Bone, int] = {}
    for line, part in document.parts:
        match part:
            case Heading():
                bones.setdefault((f"heading of level {part.level}", f"{{#{part.id}}}"), line)
            case SnippetRef():
                bones.setdefault(("snippet", f"{part.name}.py"), line)
            case ClaimRef():
                bones.setdefault(("claim", part.id), line)
            case _:
                pass
    return bones


def _check_pairs(draft: Draft) -> Iterator[Problem]:
    """Each heading, snippet and claim of one language is in the other, and a claim is judged alike."""
    bones = {lang: _skeleton(draft.documents[lang]) for lang in LANGS}
    for lang, other in _OTHER.items():
        for (kind, name), line in bones[lang].items():
            if (kind, name) not in bones[other]:
                message = f"{kind} {name} is not in {other}.md: add it there, or drop it"
                yield Problem(draft.page(lang), line, message)
    english = {ref.id: ref for _, ref in draft.claim_refs("en")}
    for line, ref in draft.claim_refs("zh"):
        partner = english.get(ref.id, ref)
        for key in ("verdict", "proof"):
            if getattr(ref, key) != getattr(partner, key):
                message = f"the {key} of claim {ref.id} differs from en.md: make them the same"
                yield Problem(draft.page("zh"), line, message)


def _check_order(draft: Draft) -> Iterator[Problem]:
    """What both languages have comes in the same order."""
    english, chinese = (_skeleton(draft.documents[lang]) for lang in LANGS)
    common = [bone for bone in english if bone in chinese]
    for expected, found in zip(common, (bone for bone in chinese if bone in english), strict=True):
        if found != expected:
            message = f"{' '.join(found)} stands where en.md has {' '.join(expected)}: use the same order"
            yield Problem(draft.page("zh"), chinese[found], message)
            return


def _check_snippets(draft: Draft) -> Iterator[Problem]:
    """Each snippet that is shown exists, and each that exists is shown once."""
    shown: set[str] = set()
    for lang in LANGS:
        refs = draft.snippet_refs(lang)
        times = Counter(name for _, name in refs)
        for index, (line, name) in enumerate(refs):
            if not (draft.path / f"{name}.py").exists():
                message = f"there is no {name}.py in this note: write it, or mend the name"
                yield Problem(draft.page(lang), line, message)
            elif times[name] > 1 and name in {earlier for _, earlier in refs[:index]}:
                yield Problem(draft.page(lang), line, f"snippet {name}.py is shown twice: keep one block")
        shown |= set(times)
    for name, snippet in draft.snippets.items():
        if name not in shown:
            message = f"no page shows this snippet: add '::: snippet {name}.py', or delete it"
            yield Problem(snippet.path, 1, message)


def _check_proofs(draft: Draft) -> Iterator[Problem]:
    """A claim's proof exists and checks something."""
    for lang in LANGS:
        for line, claim in draft.claim_refs(lang):
            proof = draft.snippets.get(claim.proof)
            if proof is None:
                message = f"the proof {claim.proof}.py of claim {claim.id} does not exist: write it"
                yield Problem(draft.page(lang), line, message)
            elif proof.raises is None and not has_assert(proof):
                message = f"the proof {claim.proof}.py of claim {claim.id} has no assert: add one"
                yield Problem(draft.page(lang), line, message)


def _check_error(draft: Draft) -> Iterator[Problem]:
    """The page of an error says why and what to do, and its programs show it."""
    for lang in LANGS:
        if draft.page(lang).exists():
            yield from _check_sections(draft, lang)
    front = draft.documents["en"].front
    if "errors" in front.lines and not front.errors and front.kind != "silent":
        yield Problem(draft.page("en"), front.lines["errors"], "errors is empty: name the message as torch prints it")
    if "fix" not in draft.snippets:
        yield Problem(draft.page("en"), 1, "the page has no fix.py: write it, with an assert that shows that it works")
    for name, snippet in draft.snippets.items():
        fault = _fault_of_program(name, snippet)
        if fault:
            yield Problem(snippet.path, 1, fault)


def _check_sections(draft: Draft, lang: Lang) -> Iterator[Problem]:
    anchors = draft.documents[lang].anchors()
    missing = [f"{{#{name}}}" for name in ERROR_SECTIONS if name not in anchors]
    if missing:
        yield Problem(draft.page(lang), 1, f"the page has no heading {', '.join(missing)}: add it")
    elif sorted(ERROR_SECTIONS, key=lambda name: anchors[name]) != list(ERROR_SECTIONS):
        yield Problem(draft.page(lang), 1, f"the headings come in the order {', '.join(ERROR_SECTIONS)}")


def _fault_of_program(name: str, snippet: Snippet) -> str:
    checked = any(statement.is_assert for statement in snippet.view().statements)
    if name == "fix" and not checked:
        return "this fix shows nothing: end it with an assert at the top level"
    if name.partition("_")[0] in {"repro", "wrong"} and not checked and not snippet.raises:
        return "this shows no mistake: say 'raises' in the header, or pin the wrong result with an assert"
    return ""


def _check_related(draft: Draft, lang: Lang, drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    front = draft.documents[lang].front
    for slug in front.related:
        if slug not in drafts or slug == draft.slug:
            message = f"related names '{slug}', which is not another note: mend the slug, or drop it"
            yield Problem(draft.page(lang), front.lines["related"], message)


def _check_note_links(draft: Draft, lang: Lang, drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    for line, link in draft.links(lang):
        target = drafts.get(link.slug or draft.slug)
        if target is None:
            yield Problem(draft.page(lang), line, f"there is no note '{link.slug}': mend the link")
        elif link.anchor and link.anchor not in target.anchors():
            message = f"note '{target.slug}' has no heading or claim '{link.anchor}': mend the link"
            yield Problem(draft.page(lang), line, message)


def _check_facts(drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    """A fact is covered in one place, and that place exists."""
    covered: dict[str, str] = {}
    for draft in drafts.values():
        for fact, (line, anchor) in draft.facts.items():
            path = draft.path / FACTS
            if anchor not in draft.anchors():
                message = f"{fact} points to '{anchor}', which is no heading or claim of this note: mend it"
                yield Problem(path, line, message)
            if fact in covered:
                message = f"{fact} is covered by note '{covered[fact]}' already: keep it in one of the two"
                yield Problem(path, line, message)
            covered.setdefault(fact, draft.slug)


def _check_ranks(drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    """No two errors have the same rank."""
    taken: dict[int, str] = {}
    for draft in drafts.values():
        front = draft.documents["en"].front
        if draft.sort == "error" and front.rank:
            if front.rank in taken:
                what = f"rank {front.rank} is that of '{taken[front.rank]}' already: choose another"
                yield Problem(draft.page("en"), front.lines["rank"], what)
            taken.setdefault(front.rank, draft.slug)


def _check_prerequisites(drafts: Mapping[str, Draft]) -> Iterator[Problem]:
    """What a note builds on is there, and nothing builds on itself."""
    built_on = {slug: draft.documents["en"].front.prerequisites for slug, draft in drafts.items()}
    for slug, draft in drafts.items():
        front = draft.documents["en"].front
        for name in front.prerequisites:
            if name not in drafts or drafts[name].sort == "error":
                what = f"prerequisites names '{name}', which is no note: mend the slug, or drop it"
                yield Problem(draft.page("en"), front.lines["prerequisites"], what)
        if slug in _beneath(slug, built_on):
            what = "prerequisites lead back to this note: drop one of them"
            yield Problem(draft.page("en"), front.lines["prerequisites"], what)


def _beneath(slug: str, built_on: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Everything that *slug* builds on, directly or not."""
    found: set[str] = set()
    waiting = list(built_on[slug])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += built_on.get(name, ())
    return found
