"""Plain matplotlib, shown in the page: a backend of its own, and the house style.

The reader writes ``import matplotlib.pyplot as plt`` and ``plt.show()`` as anywhere. :func:`install` runs
once, before the fork, so that neither the import nor the search for fonts is paid for by a click. Without
matplotlib it does nothing.
"""

from __future__ import annotations

import base64
import importlib.util
import io
import math
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_PIXELS = 4_000_000
MAX_SIDE = 8_000
DPI = 144
"""Device pixels per inch; a page shows two of them in each CSS pixel."""

_ALT_LIMIT = 400
_TITLE_LIMIT = 120
_DESCRIBED_AXES = 4
_OUTREACH = 1.5
_MIN_SIDE = 1
_MIN_DPI = 7
"""Below this, letters of the usual size are smaller than a pixel and no font can be drawn."""
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6A51A3", "#525252")
_CJK_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Noto Sans CJK JP",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "SimHei",
    "Noto Serif CJK SC",
    "Noto Serif CJK JP",
)

_sink: Callable[[dict[str, Any]], None] | None = None


def set_sink(callback: Callable[[dict[str, Any]], None] | None) -> None:
    """Who gets figures: ``{"data": {"image/png": base64}, "width", "height", "alt"}``; sizes in CSS px."""
    global _sink  # noqa: PLW0603 - a backend is a module; matplotlib has one, and so has a run
    _sink = callback


def install() -> None:
    """Make this module matplotlib's backend and set the style; nothing if matplotlib is absent."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    import matplotlib as mpl  # noqa: PLC0415 - optional
    import matplotlib.pyplot  # noqa: PLC0415, ICN001 - loaded for the programs to come

    style: Any = _style()  # a mapping by names known at run time only
    mpl.rcParams.update(style)
    mpl.use("module://app.sandbox.figures")


def draw_small() -> None:
    """Draw what nobody sees: a first figure's costs are then paid."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional

    figure, axes = plt.subplots(figsize=(2, 1.5))
    axes.plot([0, 1], [-1, 1], label="a")
    axes.set_title("a")
    axes.legend()
    try:
        _draw(figure, DPI)
    finally:
        plt.close(figure)


def flush() -> None:
    """Emit the figures that pyplot still holds, and close them.

    All are closed whatever happens; then the first error that drawing one of them raised is raised, as it is
    the reader's to see (a formula that cannot be typeset, say).
    """
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is None:
        return
    failure: Exception | None = None
    for manager in helpers.Gcf.get_all_fig_managers():
        try:
            emit(manager.canvas.figure)
        except Exception as error:  # noqa: BLE001 - raised again below
            failure = failure or error
        finally:
            helpers.Gcf.destroy(manager)
    if failure is not None:
        raise failure


def emit(figure: Any) -> None:
    """Draw *figure* and hand it to the sink."""
    if _sink is None:
        return
    width, height = (float(inches) * figure.dpi for inches in figure.get_size_inches())
    scale = _scale(width, height)
    if figure.dpi * scale < _MIN_DPI <= figure.dpi:
        raise ValueError(f"a figure of {width:,.0f} × {height:,.0f} pixels is too large to be shown")
    image, (shown_width, shown_height) = _draw(figure, figure.dpi * scale)
    alt = describe(figure)
    if scale < 1:
        alt += f" Reduced from {width:,.0f} × {height:,.0f} pixels."
    _sink(
        {
            "data": {"image/png": base64.b64encode(image).decode("ascii")},
            "width": max(_MIN_SIDE, round(shown_width / 2)),
            "height": max(_MIN_SIDE, round(shown_height / 2)),
            "alt": alt,
        }
    )


def _scale(width: float, height: float) -> float:
    """By how much to shrink a drawing of *width* × *height* pixels to fit the limits; 1 if it does."""
    return min(1.0, math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / max(width, height))


def _draw(figure: Any, dpi: float) -> tuple[bytes, tuple[int, int]]:
    """PNG of *figure* at *dpi* and its size. The limits hold before the first pixel is allocated."""
    before = figure.dpi
    figure.dpi = dpi  # measuring what reaches beyond the figure already allocates a canvas
    try:
        area = _area(figure)
        fit = 1.0 if area is None else _scale(area.width * dpi, area.height * dpi)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dpi * fit, bbox_inches=area, pad_inches=0)
    finally:
        figure.dpi = before
    image = buffer.getvalue()
    return image, (int.from_bytes(image[16:20]), int.from_bytes(image[20:24]))


def _area(figure: Any) -> Any:
    """What to draw, in inches, if a legend or a label reaches a little beyond the figure; else None."""
    from matplotlib.transforms import Bbox  # noqa: PLC0415 - optional

    figure.draw_without_rendering()
    area = Bbox.union([figure.bbox_inches, figure.get_tightbbox()])
    width, height = figure.get_size_inches()
    within = area.width <= width * _OUTREACH and area.height <= height * _OUTREACH
    beyond = area.width > width or area.height > height
    return area if beyond and within else None


def describe(figure: Any) -> str:
    """Alternative text: what the titles and labels say, and how many lines there are."""
    axes = [axis for axis in figure.axes if axis.get_visible()]
    parts = [_clean(figure.get_suptitle()), *(_describe_axes(axis) for axis in axes[:_DESCRIBED_AXES])]
    if len(axes) > _DESCRIBED_AXES:
        parts.append(f"{len(axes) - _DESCRIBED_AXES} more axes")
    text = " | ".join(part for part in parts if part)
    return f"Figure: {text}"[:_ALT_LIMIT] + "." if text else "Figure."


def _describe_axes(axis: Any) -> str:
    title = next((text for place in ("center", "left", "right") if (text := axis.get_title(loc=place))), "")
    labels = (("x", axis.get_xlabel()), ("y", axis.get_ylabel()))
    lines, images = len(axis.get_lines()), len(axis.get_images())
    parts = [
        _clean(title),
        *(f"{name}: {label}" for name, text in labels if (label := _clean(text))),
        _counted(lines, "line"),
        _counted(images, "image"),
    ]
    return "; ".join(part for part in parts if part)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""


def _clean(text: str) -> str:
    return " ".join(str(text).split())[:_TITLE_LIMIT]


def _style() -> dict[str, Any]:
    """The house style: a white card with a light grid, colours that colour-blind readers can tell apart."""
    from cycler import cycler  # noqa: PLC0415

    return {
        "font.family": ["DejaVu Sans", *_cjk_fonts()],
        "font.size": 10.5,
        "figure.dpi": DPI,
        "figure.figsize": (6.8, 4.2),
        "figure.facecolor": "#ffffff",
        "savefig.facecolor": "#ffffff",
        "axes.prop_cycle": cycler(color=list(_COLOURS)),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#8a8f98",
        "axes.labelcolor": "#30343b",
        "axes.titlecolor": "#1b1e23",
        "axes.titlesize": "medium",
        "axes.titleweight": "bold",
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#e3e6ea",
        "grid.linewidth": 0.8,
        "xtick.color": "#5b616b",
        "ytick.color": "#5b616b",
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "lines.solid_capstyle": "round",
        "image.cmap": "viridis",
    }


def _cjk_fonts() -> list[str]:
    """One installed family with Chinese, from matplotlib's own list of fonts."""
    from matplotlib.font_manager import fontManager  # noqa: PLC0415

    installed = {font.name for font in fontManager.ttflist}
    return [name for name in _CJK_FONTS if name in installed][:1]


try:
    from matplotlib._pylab_helpers import Gcf
    from matplotlib.backend_bases import FigureManagerBase
    from matplotlib.backends.backend_agg import FigureCanvasAgg
except ImportError:  # the torch pages work without figures
    pass
else:

    class FigureManager(FigureManagerBase):
        """Shows a figure by handing it to the page, and then closes it, as notebooks do."""

        @classmethod
        def pyplot_show(cls, *, block: bool | None = None) -> None:  # noqa: ARG003 - nothing here blocks
            """``plt.show()``: every open figure."""
            for manager in Gcf.get_all_fig_managers():
                manager.show()

        def show(self) -> None:
            """``figure.show()``: this figure."""
            try:
                emit(self.canvas.figure)
            finally:
                Gcf.destroy(self)

    class FigureCanvas(FigureCanvasAgg):
        """Agg's canvas, with our way to show it."""

        manager_class = FigureManager
