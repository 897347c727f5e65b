"""JSON that people can read, and that no text can break."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import JSONResponse


class Json(JSONResponse):
    """Chinese as it is; half a surrogate pair, which UTF-8 can't write, as a question mark."""

    def render(self, content: Any) -> bytes:
        """The document."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
