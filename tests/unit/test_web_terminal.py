"""What a terminal would show.

Carriage returns, cursor moves, colours, and nothing that could become markup.
"""

from __future__ import annotations

import pytest

from app.web.terminal import Terminal, colour_of_256, nearest, render


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ntwo", "plain\ntwo"),
        ("10%\r20%\r100%", "100%"),
        ("longer\rab", "abnger"),
        ("abc\x1b[2D\x1b[KX", "aX"),
        ("abc\b\bX", "aXc"),
        ("one\ntwo\x1b[A\rONE", "ONE\ntwo"),
        ("a\tb", "a       b"),
        ("nul\x00here", "nul␀here"),
        ("bell\x07", "bell"),
        ("del\x7f", "del␡"),
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#x27;"),
        ("gone\x1b[2Jnew", "new"),
        ("title\x1b]0;evil\x07!", "title!"),
        ("x\x1b[?25ly", "xy"),
        ("中文\r新", "新文"),
        ("\x1b[5Gx", "    x"),
        ("\x85", "�"),
    ],
)
def test_shows_what_a_terminal_shows(text: str, shown: str) -> None:
    assert render(text) == shown


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("\x1b[31mx", "t-f1"),
        ("\x1b[1;92mx", "t-bold t-f10"),
        ("\x1b[38;5;196mx", "t-f9"),
        ("\x1b[38;2;0;0;230mx", "t-f4"),
        ("\x1b[48;5;232mx", "t-b0"),
        ("\x1b[4;9mx", "t-strike t-underline"),
        ("\x1b[31;1m\x1b[22mx", "t-f1"),
    ],
)
def test_colours_become_classes(text: str, classes: str) -> None:
    assert render(text) == f'<span class="{classes}">x</span>'


def test_reset_ends_the_style() -> None:
    assert render("\x1b[31ma\x1b[0mb\x1b[mc") == '<span class="t-f1">a</span>bc'


@pytest.mark.parametrize("text", ["\x1b[38;5mx", "\x1b[38;9;9mx", "\x1b[999999999mx", "\x1b[;;;mx"])
def test_nonsense_colours_are_dropped(text: str) -> None:
    assert render(text) == "x"


def test_a_sequence_may_be_cut_anywhere() -> None:
    terminal = Terminal()
    for char in "a\x1b[31mb\x1b[0m\rC":
        terminal.feed(char)
    assert terminal.html() == 'C<span class="t-f1">b</span>'


def test_stderr_keeps_its_class_beside_stdout() -> None:
    terminal = Terminal()
    terminal.feed("out ")
    terminal.feed("err", "stderr")
    assert terminal.html() == 'out <span class="t-err">err</span>'


def test_a_tqdm_bar_is_one_line() -> None:
    bar = "".join(f"\r{n:3d}%|{'█' * n}" for n in range(11))
    assert render(bar) == " 10%|██████████"


def test_an_endless_line_and_endless_lines_are_bounded() -> None:
    terminal = Terminal()
    terminal.feed("x" * 100_000)
    terminal.feed("\x1b[99999C!" + "\n" * 20_000)
    assert len(terminal.lines) <= 5000
    assert all(len(line) <= 20_000 for line in terminal.lines)


def test_nearest_is_exact_on_the_palette() -> None:
    assert nearest(255, 255, 255) == 15
    assert nearest(0, 0, 0) == 0
    assert colour_of_256(7) == 7
    assert colour_of_256(255) == 7
