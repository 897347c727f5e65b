"""One language's file of a note: front matter, and the blocks of its body, each with its line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from app.notes.front_matter import FrontMatter, Sort, read_front_matter
from app.notes.header import Finding
from app.notes.highlight import code_block
from app.notes.models import VERDICTS, Heading, Lang, Prose, Verdict, address_of

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_HEADING_ID: Final = re.compile(r"\s*\{#([^{}\s]*)\}\s*$")
_NOTE_LINK: Final = re.compile(r"note:([a-z0-9][a-z0-9-]*)?(?:#([a-z0-9][a-z0-9-]*))?")
_FILE: Final = re.compile(r"([\w-]+)\.py")


@dataclass(frozen=True, slots=True)
class SnippetRef:
    """``::: snippet name.py``."""

    name: str


@dataclass(frozen=True, slots=True)
class ClaimRef:
    """``::: claim id verdict=… proof=….py`` and its sentence."""

    id: str
    verdict: Verdict
    proof: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link to a place in a note; an empty slug is this note, an empty anchor its top."""

    slug: str
    anchor: str


Part: TypeAlias = Prose | Heading | SnippetRef | ClaimRef


@dataclass(slots=True)
class Document:
    """What a file says, each thing with its line, and everything that is wrong with it by itself."""

    front: FrontMatter = field(default_factory=FrontMatter)
    parts: list[tuple[int, Part]] = field(default_factory=list)
    links: list[tuple[int, NoteLink]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def anchors(self) -> dict[str, int]:
        """Ids of headings and claims, each with its line."""
        return {part.id: line for line, part in self.parts if isinstance(part, Heading | ClaimRef)}


def read_document(text: str, lang: Lang, sort: Sort = "note") -> Document:
    """Read a whole file of a note in *lang*."""
    document = Document()
    env: dict[str, Any] = {"lang": lang, "document": document}
    tokens = _parser().parse(text, env)
    if tokens and tokens[0].type == "front_matter":
        document.front, findings = read_front_matter(tokens.pop(0).content, first=2, sort=sort)
        document.findings += findings
    else:
        document.findings.append((1, "start the file with front matter between two '---' lines"))
    lines = text.split("\n")
    for group in _top_level(tokens):
        _take(document, group, lines, env)
    document.findings.sort()
    return document


@cache
def _parser() -> MarkdownIt:
    """Build the one parser: CommonMark and tables, no HTML, no guessing of links or quotes."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False}).enable("table")
    parser.use(front_matter_plugin)
    # One container for every ':::' line, so that a mistyped name is an error and not a paragraph.
    parser.use(container_plugin, "directive", validate=lambda *_: True)
    parser.core.ruler.after("block", "heading_id", _take_heading_ids)
    parser.core.ruler.after("inline", "links", _resolve)
    parser.add_render_rule("fence", _render_code)
    parser.add_render_rule("code_block", _render_code)
    parser.add_render_rule("table_open", lambda *_: '<div class="table-scroll" tabindex="0">\n<table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return parser


def _take_heading_ids(state: StateCore) -> None:
    """Move ``{#id}`` from a heading's text to its token."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        match = _HEADING_ID.search(inline.content) if opening.type == "heading_open" else None
        if match:
            opening.meta["id"] = match[1]
            inline.content = inline.content[: match.start()]


def _resolve(state: StateCore) -> None:
    """Give links their addresses, cells a class for their side, and broken Chinese lines no gap."""
    for token in state.tokens:
        side = re.fullmatch(r"text-align:(\w+)", str(token.attrs.pop("style", "")))
        if side:
            token.attrs["class"] = f"align-{side[1]}"
        if token.type == "inline" and token.children:
            line = token.map[0] + 1 if token.map else 1
            token.children = _without_gaps(token.children)
            for child in token.children:
                _resolve_inline(state, child, line)


def _resolve_inline(state: StateCore, token: Token, line: int) -> None:
    document: Document = state.env["document"]
    if token.type == "code_inline":
        token.attrs["translate"] = "no"
    elif token.type == "image":
        document.findings.append((line, "notes have no images: draw it in a snippet, or say it in words"))
    elif token.type == "link_open":
        _resolve_link(document, state.env["lang"], token, line)


def _resolve_link(document: Document, lang: Lang, token: Token, line: int) -> None:
    href = str(token.attrs["href"])
    match = _NOTE_LINK.fullmatch(href) or _NOTE_LINK.fullmatch(f"note:{href}")
    if match and (match[1] or match[2]) and href.startswith(("note:", "#")):
        slug, anchor = match[1] or "", match[2] or ""
        document.links.append((line, NoteLink(slug, anchor)))
        page = f"/{lang}/{address_of(slug)}" if slug else ""
        token.attrs["href"] = page + (f"#{anchor}" if anchor else "")
    elif href.startswith(("https://", "http://")):
        token.attrs["rel"] = "noopener"
    else:
        what = f"a link goes to note:slug, note:slug#id, #id or https://…, not to '{href}'"
        document.findings.append((line, what))


def _without_gaps(children: list[Token]) -> list[Token]:
    """Drop a line break between two Chinese characters, where a browser would show a space."""
    kept: list[Token] = []
    for index, token in enumerate(children):
        before = kept[-1].content[-1:] if kept and kept[-1].type == "text" else ""
        after = children[index + 1].content[:1] if index + 1 < len(children) else ""
        if not (token.type == "softbreak" and _is_wide(before) and _is_wide(after)):
            kept.append(token)
    return kept


def _is_wide(character: str) -> bool:
    return bool(character) and unicodedata.east_asian_width(character) in "WF"


def _render_code(_renderer: object, tokens: Sequence[Token], index: int, _options: object, env: dict[str, Any]) -> str:
    token = tokens[index]
    language = token.info.strip()
    try:
        return code_block(token.content, language)
    except LookupError:
        line = token.map[0] + 1 if token.map else 1
        what = f"unknown language '{language}': say python, text, console or another that Pygments knows"
        env["document"].findings.append((line, what))
        return code_block(token.content)


def _top_level(tokens: list[Token]) -> list[list[Token]]:
    """Cut *tokens* where a top-level block starts."""
    groups: list[list[Token]] = []
    depth = 0
    for token in tokens:
        if depth == 0:
            groups.append([])
        groups[-1].append(token)
        depth += token.nesting
    return groups


def _take(document: Document, group: list[Token], lines: list[str], env: dict[str, Any]) -> None:
    """Add one top-level block to the document."""
    first = group[0]
    line = first.map[0] + 1 if first.map else 1
    if first.type == "heading_open":
        _take_heading(document, group, line, env)
    elif first.type == "container_directive_open":
        end = first.map[1] if first.map else line
        if end >= len(lines) or not lines[end].startswith(":::"):
            document.findings.append((line, "this block has no end: close it with a line ':::'"))
        _take_directive(document, group, line, env)
    else:
        for token in group:
            if token.type in {"heading_open", "container_directive_open"}:
                inner = token.map[0] + 1 if token.map else line
                what = "headings and ':::' blocks start at the line's start, outside of lists and quotes"
                document.findings.append((inner, what))
        document.parts.append((line, Prose(_parser().renderer.render(group, _parser().options, env))))


def _take_heading(document: Document, group: list[Token], line: int, env: dict[str, Any]) -> None:
    level, name = int(group[0].tag[1:]), str(group[0].meta.get("id", ""))
    html, text = _inline(group[1], env)
    if level not in {2, 3}:
        document.findings.append((line, "a heading is '##' or '###': the page has its title already"))
    if not _ID.fullmatch(name):
        what = f"end the heading with an id of a-z, 0-9 and '-': '{text} {{#some-id}}'"
        document.findings.append((line, what))
        return
    _check_unique(document, name, line)
    document.parts.append((line, Heading(level, name, html, text)))


def _take_directive(document: Document, group: list[Token], line: int, env: dict[str, Any]) -> None:
    name, *words = group[0].info.split() or [""]
    if name == "snippet":
        match = _FILE.fullmatch(words[0]) if len(words) == 1 else None
        if match is None:
            document.findings.append((line, "write '::: snippet name.py'"))
        elif len(group) > 2:  # noqa: PLR2004 - an opening and a closing token are an empty block
            document.findings.append((line, "a snippet block is empty: close it with ':::' on the next line"))
        else:
            document.parts.append((line, SnippetRef(match[1])))
    elif name == "claim":
        _take_claim(document, group, words, line, env)
    else:
        known = "'::: snippet name.py' or '::: claim id verdict=… proof=name.py'"
        document.findings.append((line, f"unknown block '::: {name}': write {known}"))


def _take_claim(document: Document, group: list[Token], words: list[str], line: int, env: dict[str, Any]) -> None:
    name = words[0] if words else ""
    options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    faults = []
    if not _ID.fullmatch(name) or len(options) != len(words) - 1 or set(options) - {"verdict", "proof"}:
        faults.append("write '::: claim some-id verdict=… proof=name.py'")
    verdict = next((known for known in VERDICTS if known == options.get("verdict")), None)
    if verdict is None:
        faults.append(f"a verdict is one of {', '.join(VERDICTS)}, not '{options.get('verdict', '')}'")
    proof = _FILE.fullmatch(options.get("proof", ""))
    if proof is None:
        faults.append("the claim has no proof: name the snippet that shows it, 'proof=name.py'")
    if [token.type for token in group[1:-1]] != ["paragraph_open", "inline", "paragraph_close"]:
        faults.append("a claim is one paragraph of text")
    document.findings += [(line, fault) for fault in faults]
    if faults or verdict is None or proof is None:
        return
    _check_unique(document, name, line)
    document.parts.append((line, ClaimRef(name, verdict, proof[1], *_inline(group[2], env))))


def _check_unique(document: Document, name: str, line: int) -> None:
    other = document.anchors().get(name)
    if other is not None:
        document.findings.append((line, f"id '{name}' is taken at line {other}: choose another"))


def _inline(token: Token, env: dict[str, Any]) -> tuple[str, str]:
    """The inline content of *token* as HTML and as plain text, on one line."""
    children = token.children or []
    for child in children:
        if child.type in {"softbreak", "hardbreak"}:
            child.type, child.content = "text", " "
    html = _parser().renderer.render([token], _parser().options, env)
    return html.strip(), "".join(child.content for child in children).strip()
