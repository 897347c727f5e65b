"""The wall, as the rest of the sandbox sees it.

:func:`probe` finds out what this kernel offers by building the wall around a throwaway process; :func:`enter`
prepares the zygote; :func:`confine` closes the wall around one child, for good. Nothing that a plan promises
is ever skipped in silence: a layer that fails raises :class:`WallError`.
"""

from __future__ import annotations

from app.sandbox.layers import LAYER_NAMES, Layer, Limits, Plan, Seat, WallError
from app.sandbox.rehearsal import probe
from app.sandbox.wall import confine, enter

__all__ = ["LAYER_NAMES", "Layer", "Limits", "Plan", "Seat", "WallError", "confine", "enter", "probe"]
