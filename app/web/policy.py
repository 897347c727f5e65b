"""What browsers may do with our responses: one dictionary, each exception with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CSP: Final[Mapping[str, str]] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",  # figures are data: addresses; nothing is fetched
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",  # srcdoc frames of rich values, which are sandboxed without any permission
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
EMBED_HEADERS: Final[Mapping[str, str]] = {
    # what other sites may show in a frame: a page without cookies, whose one button runs code behind the wall
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in {**CSP, "frame-ancestors": "*"}.items()),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "X-Robots-Tag": "noindex",
}
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in CSP.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
