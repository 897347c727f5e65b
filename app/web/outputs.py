"""What a run showed, as things a template can draw. Everything from the run is data here, never markup."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from markupsafe import Markup

from app.web.terminal import Terminal

TENSOR = "application/vnd.fieldnotes.tensor+json"
TABLE = "application/vnd.fieldnotes.table+json"
MODULE = "application/vnd.fieldnotes.module+json"
HEAT_LEVELS = 8
MAX_CELLS = 64
MAX_ROWS = 200
MAX_DEPTH = 24
CHUNK = 8 * 1024
"""Characters after which a further piece of a terminal is begun: a long output isn't sent again whole."""


@dataclass(slots=True)
class TerminalBlock:
    """Consecutive text of one statement. Only its last piece can still change."""

    kind: ClassVar[str] = "terminal"
    id: str
    pieces: list[Terminal] = field(default_factory=lambda: [Terminal()])

    def feed(self, text: str, stream: str) -> None:
        """Write *text*; a piece that has grown large is left behind at the end of a line."""
        if self.pieces[-1].size > CHUNK and self.pieces[-1].at_line_start:
            self.pieces.append(Terminal(pen=self.pieces[-1].pen))
        self.pieces[-1].feed(text, stream)

    def piece_html(self, index: int) -> Markup:
        """Escaped HTML of one piece, without the line break that joins it to the next."""
        html = self.pieces[index].html()
        return Markup(html.removesuffix("\n"))  # noqa: S704 - the terminal escapes


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of a grid; ``heat`` is the class of its colour, or empty."""

    text: str
    heat: str


@dataclass(frozen=True, slots=True)
class TensorBlock:
    """A tensor as a grid of numbers, coloured by size."""

    kind: ClassVar[str] = "tensor"
    id: str
    shape: str
    dtype: str
    device: str
    requires_grad: bool
    grad_fn: str
    rows: tuple[tuple[Cell, ...], ...]
    truncated: bool
    index: str
    plain: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows under named columns."""

    kind: ClassVar[str] = "table"
    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A module in a module."""

    name: str
    type: str
    extra: str
    params: int
    children: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class ModuleBlock:
    """A module's tree."""

    kind: ClassVar[str] = "module"
    id: str
    tree: Branch
    plain: str


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A picture. ``source`` is base64 that has been found to be a PNG."""

    kind: ClassVar[str] = "figure"
    id: str
    source: str
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class HtmlBlock:
    """A stranger's HTML, for a frame that may do nothing."""

    kind: ClassVar[str] = "html"
    id: str
    document: str
    plain: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A value's repr."""

    kind: ClassVar[str] = "text"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a traceback, in the reader's own code."""

    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class ErrorBlock:
    """An exception that ended the run."""

    kind: ClassVar[str] = "error"
    id: str
    type: str
    message: str
    frames: tuple[Frame, ...]
    traceback: str
    note: str


@dataclass(frozen=True, slots=True)
class CheckBlock:
    """An assert that did not hold, and what it said."""

    kind: ClassVar[str] = "check"
    id: str
    source: str
    message: str


@dataclass(frozen=True, slots=True)
class NoticeBlock:
    """Something that was left out. ``what`` is a code: output, events, figures, variables."""

    kind: ClassVar[str] = "notice"
    id: str
    what: str
    limit: int


@dataclass(frozen=True, slots=True)
class WarnedBlock:
    """Where the warning that was just printed is explained."""

    kind: ClassVar[str] = "warned"
    id: str
    note: str


Block = (
    TerminalBlock | TensorBlock | TableBlock | ModuleBlock | FigureBlock | HtmlBlock | TextBlock | ErrorBlock
    | CheckBlock | NoticeBlock | WarnedBlock
)  # fmt: skip


def value_block(ident: str, bundle: Mapping[str, Any]) -> Block:  # noqa: PLR0911 - one per kind
    """The best that can be shown of a MIME bundle; what is malformed falls back to its plain text."""
    plain = str(bundle.get("text/plain", ""))
    try:
        if TENSOR in bundle:
            return _tensor(ident, bundle[TENSOR], plain)
        if TABLE in bundle:
            return _table(ident, bundle[TABLE])
        if MODULE in bundle:
            return ModuleBlock(ident, _branch(bundle[MODULE]["tree"], 0), plain)
        if "image/png" in bundle:
            return figure_block(ident, {"data": bundle, "alt": plain})
    except (KeyError, TypeError, ValueError, AttributeError):
        return TextBlock(ident, plain)
    if "text/html" in bundle:
        return HtmlBlock(ident, str(bundle["text/html"]), plain)
    return TextBlock(ident, plain)


def figure_block(ident: str, data: Mapping[str, Any]) -> FigureBlock:
    """The picture of a ``figure`` event. Raises ValueError where it is no PNG."""
    source = "".join(str(data["data"]["image/png"]).split())
    width, height = _png_size(source)
    return FigureBlock(
        ident,
        source,
        int(data.get("width") or width),
        int(data.get("height") or height),
        str(data.get("alt") or ""),
    )


def error_block(ident: str, data: Mapping[str, Any], note: str | None) -> ErrorBlock:
    """The exception of an ``error`` event."""
    frames = tuple(
        Frame(int(f.get("line") or 0), str(f.get("function") or ""), str(f.get("source") or "").strip())
        for f in data.get("frames") or []
    )
    return ErrorBlock(
        ident,
        str(data.get("type", "")),
        str(data.get("message", "")),
        frames,
        str(data.get("traceback", "")),
        note or "",
    )


def _tensor(ident: str, data: Mapping[str, Any], plain: str) -> TensorBlock:
    levels = data.get("levels") or []
    rows = tuple(
        tuple(Cell(str(text), _heat(levels, y, x)) for x, text in enumerate(row[:MAX_CELLS]))
        for y, row in enumerate(data["rows"][:MAX_CELLS])
    )
    return TensorBlock(
        ident,
        f"[{', '.join(str(n) for n in data['shape'])}]",
        str(data["dtype"]).removeprefix("torch."),
        str(data["device"]),
        bool(data.get("requires_grad")),
        str(data.get("grad_fn") or ""),
        rows,
        bool(data.get("truncated")),
        str(data.get("index") or ""),
        plain,
    )


def _heat(levels: list[list[int | None]], y: int, x: int) -> str:
    level = levels[y][x] if y < len(levels) and levels[y] and x < len(levels[y]) else None
    return f"h{level}" if isinstance(level, int) and 0 <= level <= HEAT_LEVELS else ""


def _table(ident: str, data: Mapping[str, Any]) -> TableBlock:
    rows = tuple(tuple(str(cell) for cell in row[:MAX_CELLS]) for row in data["rows"][:MAX_ROWS])
    columns = tuple(str(name) for name in data["columns"][:MAX_CELLS])
    return TableBlock(ident, columns, rows, bool(data.get("truncated")) or len(data["rows"]) > MAX_ROWS)


def _branch(data: Mapping[str, Any], depth: int) -> Branch:
    children = data.get("children") or [] if depth < MAX_DEPTH else []
    return Branch(
        str(data.get("name") or ""),
        str(data["type"]),
        str(data.get("extra") or ""),
        int(data.get("params") or 0),
        tuple(_branch(child, depth + 1) for child in children),
    )


def _png_size(source: str) -> tuple[int, int]:
    try:
        head = base64.b64decode(source[:64], validate=True)
        if head[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError("not a PNG")
        width, height = struct.unpack(">II", head[16:24])
    except (binascii.Error, struct.error) as error:
        raise ValueError("not a PNG") from error
    if not source.replace("+", "").replace("/", "").rstrip("=").isalnum() or not source.isascii():
        raise ValueError("not base64")
    return width, height
