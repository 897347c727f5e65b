"""What ruff says of a program, in the reader's language, where it is one of the mistakes that people make most."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from app.web.language import N_, Words

REMARKS: Final[Mapping[str, str]] = {
    "F821": N_("There is no name %(a)s here: define it, import it, or correct its spelling."),
    "F841": N_("%(a)s is assigned and never used."),
    "F811": N_("%(a)s is defined again before it was used."),
    "F632": N_("`is` compares identity; compare values with `==`."),
    "F541": N_("This f-string has nothing to fill in."),
    "E711": N_("Compare with None by `is` or `is not`."),
    "E712": N_("Leave out the comparison with True or False; of tensors, use the mask itself or `~`."),
    "E721": N_("Compare types with `is`, or ask with isinstance()."),
    "E722": N_("A bare `except` also catches Ctrl-C and exits: name the exceptions."),
    "B006": N_("This default is made once and shared by all calls: use None, and make it in the function."),
    "B008": N_("This default is computed once, when the function is defined, and not at each call."),
    "W605": N_('%(a)s is no escape sequence: double the backslash, or write r"…".'),
    "invalid-syntax": N_("This is not Python yet: %(said)s"),
}
"""By ruff's codes; ``%(a)s`` is the first name that its message quotes."""

_QUOTED = re.compile(r"`([^`]*)`")


def remark(words: Words, warning: Mapping[str, Any]) -> str:
    """The message of *warning* in the reader's language; as ruff says it where we have no words for it."""
    message = str(warning.get("message", ""))
    text = REMARKS.get(str(warning.get("code")))
    quoted = _QUOTED.findall(message)
    if text is None or ("%(a)s" in text and not quoted):
        return message
    if "%(" not in text:
        return words(text)
    return words(text, a=quoted[0] if quoted else "", said=message)
