"""Names of style sheets and scripts, turned into addresses that may be cached for ever.

``scripts/build_assets.mjs`` writes ``static/dist`` and its ``manifest.json``. Without it our own files are
served as they lie in ``static/``: pages look right, but htmx and the fonts are missing; the log says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import structlog
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CSS = (
    "tokens",
    "base",
    "layout",
    "find",
    "note",
    "snippet",
    "output",
    "inside",
    "editor",
    "assist",
    "compare",
    "share",
    "print",
)
"""Our style sheets, in the order of the cascade; the build joins them into ``site.css``."""
JS = ("theme", "section", "copy", "run", "search", "inside", "edit", "compare", "share")
"""Our scripts, modules all; the build joins them into ``site.js``."""

_log = structlog.get_logger("fieldnotes.assets")


class Assets:
    """What a page loads, by the names it uses for it."""

    def __init__(self, static_dir: Path) -> None:
        self.directory = static_dir
        self._manifest = _manifest(static_dir / "dist" / "manifest.json")

    @property
    def built(self) -> bool:
        """Whether the build has been run."""
        return bool(self._manifest)

    @property
    def styles(self) -> list[str]:
        """Addresses of the style sheets."""
        return [self._dist("site.css")] if self.built else [f"/static/css/{name}.css" for name in CSS]

    @property
    def scripts(self) -> list[str]:
        """Addresses of the deferred classic scripts (htmx and its extension)."""
        return [self._dist("htmx.js")] if self.built else []

    @property
    def modules(self) -> list[str]:
        """Addresses of our module scripts."""
        return [self._dist("site.js")] if self.built else [f"/static/js/{name}.js" for name in JS]

    @property
    def fonts(self) -> list[str]:
        """Addresses of the fonts that the first screen needs."""
        return [self._dist(name) for name in self._manifest if name.endswith(".preload.woff2")]

    @property
    def icon(self) -> str:
        """Address of the icon."""
        return self._dist("icon.svg") if self.built else "/static/icon.svg"

    @property
    def editor(self) -> str:
        """Address of the editor's module, which a page loads when its reader edits; empty where it isn't built."""
        return self._dist("editor.js") if "editor.js" in self._manifest else ""

    @property
    def embed(self) -> str:
        """Address of the module script of a page in another site's frame."""
        return self._dist("embed.js") if "embed.js" in self._manifest else "/static/js/embed.js"

    @property
    def inspect(self) -> str:
        """Address of the module for looking inside, loaded when there is something to look at; empty if not built."""
        return self._dist("inspect.js") if "inspect.js" in self._manifest else ""

    def _dist(self, name: str) -> str:
        return f"/static/dist/{self._manifest[name]}"


class CachedFiles(StaticFiles):
    """Static files: what carries its hash in its name never changes, the rest is asked for each time."""

    async def get_response(self, path: str, scope: Scope) -> Any:
        """The file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        hashed = path.startswith("dist/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def _manifest(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        _log.warning("assets_not_built", hint="run `node scripts/build_assets.mjs`: without it Run has no scripts")
        return {}
    return {str(name): str(target) for name, target in found.items()}
