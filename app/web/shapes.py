"""What the API answers, for its OpenAPI description: every document as a type."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.sandbox.protocol import EventKind, Status

Verdict = Literal["true", "caveat", "outdated", "false"]


class Shape(BaseModel):
    """Fields are all there, and there are no others."""

    model_config = ConfigDict(extra="forbid")


class ByLang(Shape):
    """The same words in each language."""

    en: str
    zh: str


class WrongField(Shape):
    """A part of a request that isn't as it should be."""

    where: str = Field(description="The way to it: `body.device`.")
    what: str


class Problem(Shape):
    """Why a request wasn't served (RFC 9457), in the language of Accept-Language."""

    type: str = Field(description="What kind of problem: an address that explains it.")
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str = Field(description="What to do.")
    instance: str = Field(description="Path of the request.")
    errors: list[WrongField] = Field(default=[], description="Of a 422: each part that is wrong.")


class Event(BaseModel):
    """Something that a run did; each kind brings fields of its own."""

    model_config = ConfigDict(extra="allow")

    kind: EventKind
    seq: int = Field(ge=0)
    t_ms: float = Field(ge=0)
    line: int | None = Field(description="Line of top-level code that it belongs to.")


class Run(Shape):
    """A finished run."""

    id: str
    status: Status
    device: str
    runtime: str = Field(description="The torch it ran on.")
    seed: int
    queued_ms: float = Field(ge=0)
    wall_ms: float = Field(ge=0)
    cpu_ms: float = Field(ge=0)
    peak_memory_bytes: int = Field(ge=0)
    message: str = Field(description="How it ended, in a sentence.")
    stdout: str
    stderr: str
    events: list[Event]
    error: dict[str, Any] | None = Field(description="The exception: type, message, line, traceback, frames, note.")
    variables: list[dict[str, Any]] = Field(description="Tensors, arrays and modules left at the end.")


class NoteBrief(Shape):
    """A note in a list."""

    slug: str
    title: ByLang
    summary: ByLang
    category: str
    snippets: list[str] = Field(description="Keys, as `POST /api/v1/runs` takes them.")
    claims: list[str]
    url: ByLang


class Notes(Shape):
    """All notes."""

    notes: list[NoteBrief]


class Prose(Shape):
    """Text."""

    kind: Literal["prose"]
    html: str


class Heading(Shape):
    """A heading; its id is the same in both languages."""

    kind: Literal["heading"]
    level: int
    id: str
    html: str
    text: str


class SnippetAt(Shape):
    """Where a snippet stands."""

    kind: Literal["snippet"]
    snippet: str


class ClaimAt(Shape):
    """Where a claim stands."""

    kind: Literal["claim"]
    claim: str


Block = Annotated[Prose | Heading | SnippetAt | ClaimAt, Field(discriminator="kind")]


class Views(Shape):
    """Of a snippet: the file, and what a reader of each language sees."""

    file: str
    en: str
    zh: str


class ViewLines(Shape):
    """For each line of a view, its line in the file."""

    file: list[int]
    en: list[int]
    zh: list[int]


class Snippet(Shape):
    """A program of a note."""

    key: str
    title: ByLang
    device: str
    timeout: float | None
    seed: int | None
    raises: str | None
    code: Views
    lines: ViewLines


class NoteClaim(Shape):
    """A claim in its note."""

    id: str
    verdict: Verdict
    proof: str
    text: ByLang
    html: ByLang


class Body(Shape):
    """A note's text in each language, block by block."""

    en: list[Block]
    zh: list[Block]


class Note(Shape):
    """A whole note."""

    slug: str
    title: ByLang
    summary: ByLang
    category: str
    url: ByLang
    related: list[str]
    prerequisites: list[str] = Field(description="Slugs of notes that it builds on.")
    errors: list[str] = Field(description="Error messages that it explains.")
    body: Body
    snippets: list[Snippet]
    claims: list[NoteClaim]


class ProofResult(Shape):
    """The last recorded run of a proof on one device."""

    torch: str
    device: str
    device_name: str
    date: str
    checks: int = Field(ge=0, description="Assertions that were made.")
    holds: bool
    why: str = Field(description="What did not hold.")


class Claim(Shape):
    """A claim on the board."""

    key: str
    note: str
    id: str
    verdict: Verdict
    proof: str
    text: ByLang
    state: Literal["proven", "failed", "missing"] = Field(description="By what is recorded of its proof.")
    results: list[ProofResult]


class Claims(Shape):
    """All claims."""

    claims: list[Claim]


class Piece(Shape):
    """A stretch of text; marked where it is what was asked for."""

    text: str
    marked: bool


class PassageFound(Shape):
    """A part of a note that was found."""

    kind: Literal["claim", "heading", "error", "prose", "code"]
    heading: str
    url: str
    pieces: list[Piece]


class NoteFound(Shape):
    """A note that was found, and where in it."""

    note: str
    title: str
    summary: str
    url: str
    lang: Literal["en", "zh"] = Field(description="Of the passages: the other language's where yours has none.")
    message: str | None = Field(description="The known error message that was asked for, as the note has it.")
    passages: list[PassageFound]


class SearchResults(Shape):
    """What was found, best first."""

    query: str
    results: list[NoteFound]


class Runtime(Shape):
    """A torch that is served here."""

    runtime: str = Field(description="What `POST /api/v1/runs` takes as `runtime`.")
    torch: str | None
    python: str | None
    devices: list[str]
    ready: bool
    problem: str | None = Field(description="Why it can't be used; null also while it is being loaded.")


class Runtimes(Shape):
    """All of them."""

    runtimes: list[Runtime]


class ShareResult(Shape):
    """What the service computed when the program was shared, as it was stored."""

    torch: str
    device: str
    device_name: str
    date: str = Field(description="ISO 8601, UTC.")
    status: Status
    events: list[dict[str, Any]] = Field(description="As a run's, without their times.")
    variables: list[dict[str, Any]]


class Share(Shape):
    """A shared program."""

    id: str = Field(description="Follows from the content: the same on every server.")
    url: str = Field(description="Its page; absolute where the service knows its public address.")
    embed: str = Field(description="The page for an iframe.")
    title: str
    code: str
    device: str
    runtime: str | None = Field(description="The torch release it asks for; null: whichever is served.")
    seed: int | None
    lang: Literal["en", "zh"]
    created: str
    result: ShareResult | None


class AssistState(Shape):
    """How help while typing is."""

    ready: bool
    state: Literal["off", "asleep", "starting", "ready", "failed"]


class Assist(Shape):
    """The answer to a question about a program."""

    action: Literal["complete", "hover", "signature", "format", "lint"]
    result: dict[str, Any] | None = Field(
        description="complete: prefix, items; hover: title, kind, signatures, doc; signature: signatures, doc; "
        "format: code, error; lint: warnings."
    )
    failure: str
