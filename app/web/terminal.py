r"""What a terminal would show of the text that a run wrote, as escaped HTML.

Enough of a terminal for what programs print: ``\r`` progress bars, ``\b``, tabs, erasing (``ESC[K``,
``ESC[J``), moving the cursor (``ESC[A`` … ``ESC[G``) and colours (16, 256 and true colours, brought to the
sixteen classes that the style sheet knows). Everything else is harmless: unknown sequences are dropped,
other control characters are shown as Unicode's pictures of them.
"""

from __future__ import annotations

# ruff: noqa: PLR2004 - the numbers are those of ECMA-48 and xterm
import re
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

MAX_LINES = 5000
MAX_COLUMNS = 20_000
TAB = 8

_CSI = re.compile(r"\x1b\[([0-?]*)([ -/]*)([@-~])")
_OSC = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_OTHER_ESCAPE = re.compile(r"\x1b[ -/]*[0-Z\\-~]")
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]{0,256}\x1b?|[ -/]*)?\Z")
_PLAIN = re.compile(r"[^\x00-\x1f\x7f-\x9f]+")

_PALETTE = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
    (0, 255, 255), (255, 255, 255),
)  # fmt: skip
"""xterm's sixteen colours: what 256 and true colours are compared with."""

_FLAGS_ON = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "strike"}
_FLAGS_OFF = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("inverse",), 29: ("strike",)}


@dataclass(frozen=True, slots=True)
class Pen:
    """How the next character is written. Colours are 0 to 15."""

    foreground: int | None = None
    background: int | None = None
    flags: frozenset[str] = frozenset()
    stream: str = "stdout"

    @property
    def classes(self) -> str:
        """Class names of the style sheet, in a fixed order; empty for plain text."""
        names = [f"t-{flag}" for flag in sorted(self.flags)]
        if self.foreground is not None:
            names.append(f"t-f{self.foreground}")
        if self.background is not None:
            names.append(f"t-b{self.background}")
        if self.stream == "stderr":
            names.append("t-err")
        return " ".join(names)


def nearest(red: int, green: int, blue: int) -> int:
    """The one of the sixteen colours that is nearest to this one (0 to 255 each)."""
    wanted = (red, green, blue)
    return min(range(16), key=lambda i: sum((a - b) ** 2 for a, b in zip(_PALETTE[i], wanted, strict=True)))


def colour_of_256(index: int) -> int:
    """Xterm's 256-colour *index* brought to the sixteen."""
    if index < 16:
        return index
    if index >= 232:
        level = 8 + (index - 232) * 10
        return nearest(level, level, level)
    cube = index - 16
    steps = (0, 95, 135, 175, 215, 255)
    return nearest(steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])


@dataclass(slots=True)
class Terminal:
    """A screen without a right edge that remembers all its lines."""

    lines: list[list[tuple[str, Pen]]] = field(default_factory=lambda: [[]])
    row: int = 0
    column: int = 0
    pen: Pen = field(default_factory=Pen)
    _pending: str = ""

    def feed(self, text: str, stream: str = "stdout") -> None:
        """Write *text*, whose escape sequences may be cut anywhere."""
        self.pen = Pen(self.pen.foreground, self.pen.background, self.pen.flags, stream)
        text, self._pending = self._pending + text, ""
        cut = _UNFINISHED.search(text)
        if cut and cut.group():
            text, self._pending = text[: cut.start()], cut.group()
        position = 0
        while position < len(text):
            position = self._step(text, position)

    def html(self) -> str:
        """The screen as escaped HTML, runs of one style in one ``<span class>``."""
        return "\n".join(_line_html(line) for line in self.lines)

    @property
    def at_line_start(self) -> bool:
        """Whether the cursor is at the beginning of an empty last line."""
        return self.row == len(self.lines) - 1 and not self.lines[self.row] and not self._pending

    @property
    def size(self) -> int:
        """Characters on the screen."""
        return sum(map(len, self.lines)) + len(self.lines)

    def _step(self, text: str, position: int) -> int:
        plain = _PLAIN.match(text, position)
        if plain:
            self._write(plain.group())
            return plain.end()
        if text[position] == "\x1b":
            return self._escape(text, position)
        self._control(text[position])
        return position + 1

    def _escape(self, text: str, position: int) -> int:
        csi = _CSI.match(text, position)
        if csi:
            self._csi(csi.group(1), csi.group(3))
            return csi.end()
        other = _OSC.match(text, position) or _OTHER_ESCAPE.match(text, position)
        if other:
            return other.end()
        self._write("␛")
        return position + 1

    def _control(self, char: str) -> None:
        match char:
            case "\n":
                self._down(1)
                self.column = 0
            case "\r":
                self.column = 0
            case "\b":
                self.column = max(0, self.column - 1)
            case "\t":
                self._write(" " * (TAB - self.column % TAB))
            case "\x07":
                pass
            case "\x7f":
                self._write("␡")
            case _ if char < " ":
                self._write(chr(0x2400 + ord(char)))
            case _:
                self._write("�")

    def _write(self, text: str) -> None:
        line = self.lines[self.row]
        text = text[: max(0, MAX_COLUMNS - self.column)]
        if len(line) < self.column:
            line.extend([(" ", Pen())] * (self.column - len(line)))
        pen = self.pen
        line[self.column : self.column + len(text)] = [(char, pen) for char in text]
        self.column += len(text)

    def _down(self, count: int) -> None:
        self.row += count
        while len(self.lines) <= self.row:
            self.lines.append([])
        if len(self.lines) > MAX_LINES:
            surplus = len(self.lines) - MAX_LINES
            del self.lines[:surplus]
            self.row -= surplus

    def _csi(self, parameters: str, final: str) -> None:
        numbers = [int(part) if part.isdigit() and len(part) < 6 else 0 for part in re.split("[;:]", parameters)]
        first = numbers[0]
        count = max(1, min(first, MAX_LINES))
        match final:
            case "m":
                self._style(numbers)
            case "A" | "F":
                self.row = max(0, self.row - count)
                self.column = 0 if final == "F" else self.column
            case "B" | "E":
                self.row = min(len(self.lines) - 1, self.row + count)
                self.column = 0 if final == "E" else self.column
            case "C":
                self.column = min(MAX_COLUMNS, self.column + count)
            case "D":
                self.column = max(0, self.column - count)
            case "G":
                self.column = min(MAX_COLUMNS, count - 1)
            case "K":
                self._erase_in_line(first)
            case "J":
                self._erase_in_screen(first)
            case _:
                pass

    def _erase_in_line(self, mode: int) -> None:
        line = self.lines[self.row]
        if mode in (0, 2):
            del line[0 if mode == 2 else self.column :]
        elif mode == 1:
            line[: self.column] = [(" ", Pen())] * min(self.column, len(line))

    def _erase_in_screen(self, mode: int) -> None:
        if mode == 0:
            del self.lines[self.row + 1 :]
            self._erase_in_line(0)
        elif mode in (2, 3):
            self.lines, self.row, self.column = [[]], 0, 0

    def _style(self, numbers: list[int]) -> None:
        rest = list(numbers)
        while rest:
            code = rest.pop(0)
            if code in (38, 48):
                self._set_colour(code, _extended_colour(rest))
            else:
                self._sgr(code)

    def _sgr(self, code: int) -> None:
        pen = self.pen
        if code == 0:
            self.pen = Pen(stream=pen.stream)
        elif code in _FLAGS_ON:
            self.pen = Pen(pen.foreground, pen.background, pen.flags | {_FLAGS_ON[code]}, pen.stream)
        elif code in _FLAGS_OFF:
            self.pen = Pen(pen.foreground, pen.background, pen.flags - set(_FLAGS_OFF[code]), pen.stream)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            self._set_colour(38, code - 30 if code < 90 else code - 82)
        elif 40 <= code <= 47 or 100 <= code <= 107:
            self._set_colour(48, code - 40 if code < 100 else code - 92)
        elif code in (39, 49):
            self._set_colour(code - 1, None)

    def _set_colour(self, layer: int, colour: int | None) -> None:
        pen = self.pen
        if layer == 38:
            self.pen = Pen(colour, pen.background, pen.flags, pen.stream)
        else:
            self.pen = Pen(pen.foreground, colour, pen.flags, pen.stream)


def render(text: str) -> str:
    """*text* as a terminal would leave it, as escaped HTML."""
    terminal = Terminal()
    terminal.feed(text)
    return terminal.html()


def _extended_colour(rest: list[int]) -> int | None:
    """Takes the parameters of ``38;5;n`` or ``38;2;r;g;b`` off *rest*; None if they make no sense."""
    if rest[:1] == [5] and len(rest) >= 2:
        colour = colour_of_256(min(rest[1], 255))
        del rest[:2]
        return colour
    if rest[:1] == [2] and len(rest) >= 4:
        red, green, blue = (min(value, 255) for value in rest[1:4])
        del rest[:4]
        return nearest(red, green, blue)
    rest.clear()
    return None


def _line_html(line: list[tuple[str, Pen]]) -> str:
    parts = []
    for pen, cells in groupby(line, key=lambda cell: cell[1]):
        text = escape("".join(char for char, _ in cells))
        parts.append(f'<span class="{pen.classes}">{text}</span>' if pen.classes else text)
    return "".join(parts)
