from __future__ import annotations

import base64
import io
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib import image as images

from app.sandbox import figures

BACKEND = "module://app.sandbox.figures"


@pytest.fixture
def shown() -> Iterator[list[dict[str, Any]]]:
    with mpl.rc_context():
        figures.install()
        received: list[dict[str, Any]] = []
        figures.set_sink(received.append)
        yield received
        figures.set_sink(None)
        plt.close("all")


def pixels(event: dict[str, Any]) -> Any:
    return images.imread(io.BytesIO(base64.b64decode(event["data"]["image/png"])), format="png")


def test_show_hands_over_each_figure_and_closes_it(shown: list[dict[str, Any]]) -> None:
    plt.plot([1, 2])
    plt.figure()
    plt.plot([2, 1])
    plt.show()
    assert len(shown) == 2
    assert plt.get_fignums() == []
    height, width, _ = pixels(shown[0]).shape
    assert (shown[0]["width"], shown[0]["height"]) == (round(width / 2), round(height / 2))
    assert width == round(6.8 * figures.DPI)
    plt.show()
    figures.flush()
    assert len(shown) == 2


def test_flush_shows_what_was_left_open(shown: list[dict[str, Any]]) -> None:
    plt.plot([1, 2])
    figures.flush()
    assert len(shown) == 1
    assert plt.get_fignums() == []


def test_one_figure_can_be_shown_alone(shown: list[dict[str, Any]]) -> None:
    first, _ = plt.subplots()
    plt.figure()
    first.show()
    assert len(shown) == 1
    assert len(plt.get_fignums()) == 1


def test_another_backend_does_not_lose_figures(shown: list[dict[str, Any]]) -> None:
    mpl.use("Agg")
    plt.plot([1, 2])
    figures.flush()
    assert len(shown) == 1
    assert pixels(shown[0]).std() > 0


def test_pause_and_interactive_mode_work(shown: list[dict[str, Any]]) -> None:
    with plt.ion():
        plt.plot([1, 2])
        plt.draw()
        plt.pause(0.001)
    assert len(shown) == 1


def test_files_can_be_saved(shown: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plt.plot([1, 2])
    plt.savefig("a.png")
    plt.savefig("a.svg")
    assert (tmp_path / "a.png").stat().st_size > 1000
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert shown == []


def test_alternative_text_says_what_is_drawn(shown: list[dict[str, Any]]) -> None:
    plt.plot([1, 2])
    plt.plot([2, 1])
    plt.title("Loss")
    plt.xlabel("step")
    plt.ylabel("value")
    plt.show()
    assert shown[0]["alt"] == "Figure: Loss; x: step; y: value; 2 lines."


def test_alternative_text_of_many_axes(shown: list[dict[str, Any]]) -> None:
    figure, axes = plt.subplots(2, 3)
    figure.suptitle("All\nof it")
    axes[0, 0].imshow(np.zeros((2, 2)))
    axes[0, 1].set_title("left", loc="left")
    figure.show()
    assert shown[0]["alt"] == "Figure: All of it | 1 image | left | 2 more axes."


def test_alternative_text_of_nothing_and_of_too_much(shown: list[dict[str, Any]]) -> None:
    plt.figure()
    plt.show()
    plt.title("x" * 1000)
    plt.show()
    assert shown[0]["alt"] == "Figure."
    assert len(shown[1]["alt"]) < 200


@pytest.mark.parametrize(
    ("inches", "dpi"),
    [((200, 200), 100), ((20, 20), 1000), ((200, 1), 144), ((1, 200), 144)],
)
def test_a_giant_is_reduced_before_it_is_drawn(
    shown: list[dict[str, Any]], inches: tuple[float, float], dpi: int
) -> None:
    figure = plt.figure(figsize=inches, dpi=dpi)
    figure.text(0, 0, "a")
    plt.show()
    height, width, _ = pixels(shown[0]).shape
    assert height * width <= figures.MAX_PIXELS * 1.01
    assert max(height, width) <= figures.MAX_SIDE * 1.01
    requested = f"{inches[0] * dpi:,.0f} × {inches[1] * dpi:,.0f} pixels"
    assert shown[0]["alt"] == f"Figure. Reduced from {requested}."
    assert figure.dpi == dpi


def test_beyond_all_measure_is_an_error_and_not_a_crash(shown: list[dict[str, Any]]) -> None:
    plt.figure(figsize=(20_000, 20_000), dpi=100)
    with pytest.raises(ValueError, match="a figure of 2,000,000 × 2,000,000 pixels is too large to be shown"):
        plt.show()
    assert shown == []
    assert plt.get_fignums() == []


def test_what_reaches_beyond_the_figure_is_shown(shown: list[dict[str, Any]]) -> None:
    plt.plot([1, 2], label="a rather long label")
    plt.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    plt.show()
    plt.plot([1, 2])
    plt.text(30, 30, "far away")
    plt.show()
    assert shown[0]["width"] > shown[1]["width"] == round(6.8 * figures.DPI / 2)


def test_a_figure_that_cannot_be_drawn_is_closed_and_the_others_are_shown(
    shown: list[dict[str, Any]],
) -> None:
    plt.title(r"$\nonsense{$")
    plt.figure()
    plt.plot([1, 2])
    with pytest.raises(ValueError, match="nonsense"):
        figures.flush()
    assert len(shown) == 1
    assert plt.get_fignums() == []
    plt.title(r"$\nonsense{$")
    with pytest.raises(ValueError, match="nonsense"):
        plt.show()
    assert plt.get_fignums() == []


def test_warming_up_shows_nothing_and_leaves_nothing(shown: list[dict[str, Any]]) -> None:
    figures.draw_small()
    assert shown == []
    assert plt.get_fignums() == []
    assert plt.figure().number == 1


@pytest.mark.usefixtures("shown")
def test_chinese_has_a_font_where_one_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.font_manager import FontEntry, fontManager

    entries = [FontEntry(name="Noto Sans CJK JP"), FontEntry(name="SimHei"), FontEntry(name="DejaVu Sans")]
    monkeypatch.setattr(fontManager, "ttflist", entries)
    assert figures._cjk_fonts() == ["Noto Sans CJK JP"]
    monkeypatch.setattr(fontManager, "ttflist", entries[2:])
    assert figures._cjk_fonts() == []


def python(code: str, **blocked: bool) -> str:
    hide = "import sys; sys.modules['matplotlib'] = None\n" if blocked.get("matplotlib") else ""
    program = hide + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_plain_program_uses_our_backend() -> None:
    out = python(
        """
        from app.sandbox import figures
        figures.install()
        figures.set_sink(lambda figure: print("shown", figure["width"]))
        import matplotlib
        import matplotlib.pyplot as plt
        plt.plot([1, 2], [3, 4])
        plt.show()
        print(matplotlib.get_backend())
        """
    )
    assert out.splitlines() == ["shown 490", BACKEND]


def test_without_matplotlib_nothing_happens() -> None:
    out = python(
        """
        from app.sandbox import figures
        figures.install()
        figures.draw_small()
        figures.flush()
        print("fine")
        """,
        matplotlib=True,
    )
    assert out == "fine\n"
