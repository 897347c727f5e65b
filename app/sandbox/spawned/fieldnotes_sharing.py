"""``app.sandbox.sharing`` under a name of its own, for processes that the reader's program spawns.

Such a process starts anew, behind the wall, where the folder of the service can't be listed and so ``app`` can't be
imported. This folder, which holds nothing else, is on its path instead.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location(__name__, Path(__file__).resolve().parent.parent / "sharing.py")
if _spec is None or _spec.loader is None:
    raise ImportError("the sandbox's own files are not complete")
_module = module_from_spec(_spec)
sys.modules[__name__] = _module
_spec.loader.exec_module(_module)
