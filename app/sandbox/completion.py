"""What can be written at a place in a program, and what the names there are: jedi, over the torch that is loaded.

The text of documentation is that of the loaded objects, so it is this torch's and not somebody's notes about it. The
program is read, never run.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jedi  # type: ignore[import-untyped]
import parso.cache

MOST_NAMES = 2000
MOST_DOC = 3000
"""Characters of documentation in one answer."""
MOST_SIGNATURES = 4
KINDS_S = 0.25
"""How long to find out what kind of thing each name is; names after that come without."""

WARM = (
    "import torch\ntorch.",
    "import torch\nx = torch.ones(3)\nx.",
    "import torch.nn as nn\nnn.",
    "import torch.nn.functional as F\nF.",
    "import torch\nm = torch.nn.Linear(2, 3)\nm.",
)
"""Programs at whose ends names are looked up once before the fork: what torch's stubs say is then known."""

_ROLES = re.compile(r":(?:\w+:)?\w+:`[~.!]*([^`<>]+?)\s*(?:<[^`<>]*>)?`")
_LITERAL = re.compile(r"``([^`]*)``")
_DIRECTIVE = re.compile(r"^\s*\.\. \w[\w-]*::\s*", re.MULTILINE)
_WRAPPED = re.compile(r"(?<=[^\s:])\n(?=[^\s>*-])")
"""A line break between two lines of one paragraph; what is indented, listed or a session stays as it is."""
_TEX = (
    (r"\\(?:text|mathrm|texttt|mathbf|operatorname)\{([^{}]*)\}", r"\1"),
    (r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)"),
    (r"\\left|\\right|\\,|\\;|\\!", ""),
    (r"\\times", "×"), (r"\\cdot", "·"), (r"\\(?:l|c|v)?dots", "…"), (r"\\leq?\b", "≤"), (r"\\geq?\b", "≥"),
    (r"\\neq", "≠"), (r"\\in\b", "∈"), (r"\\sum\b", "Σ"), (r"\\sqrt\{([^{}]*)\}", r"√(\1)"), (r"\\infty", "∞"),
    (r"\\lceil\s*", "⌈"), (r"\s*\\rceil", "⌉"), (r"\\lfloor\s*", "⌊"), (r"\s*\\rfloor", "⌋"), (r"\\_", "_"),
)  # fmt: skip

Answer = dict[str, Any]


def prepare(cache: str) -> None:
    """Read torch's stubs once, keeping what was parsed in the folder *cache*."""
    jedi.settings.cache_directory = cache
    for code in WARM:
        lines = code.split("\n")
        complete(code, len(lines), len(lines[-1]), kinds=False)
        hover(code, len(lines) - 1, 8)


def keep_nothing(folder: str) -> None:
    """From now on write nothing of what is parsed: it comes from strangers' programs, and has no end.

    *folder* is one that may be looked into.
    """
    jedi.settings.cache_directory = folder
    parso.cache._save_to_file_system = lambda *_, **__: None  # noqa: SLF001 - there is no public way


def complete(code: str, line: int, column: int, *, kinds: bool = True) -> Answer:
    """``items``, each with ``label``, ``apply`` and ``kind``, which replace ``prefix`` characters before the place."""
    found = _script(code).complete(line, column)
    prefix = found[0].get_completion_prefix_length() if found else 0
    wants_private = code.split("\n")[line - 1][column - prefix : column].startswith("_")
    deadline = time.monotonic() + (KINDS_S if kinds else 0.0)
    items = []
    for one in found:
        if (one.name.startswith("_") and not wants_private) or not one.name[:1].isidentifier():
            continue
        kind = one.type if time.monotonic() < deadline else ""
        items.append({"label": one.name, "apply": one.name_with_symbols, "kind": kind})
        if len(items) == MOST_NAMES:
            break
    return {"prefix": prefix, "items": items}


def hover(code: str, line: int, column: int) -> Answer | None:
    """``title``, ``kind``, ``signatures`` and ``doc`` of the name at the place; None where there is none."""
    script = _script(code)
    for name in script.help(line, column):
        if name.type == "statement":
            return _of_variable(script, name, line, column)
        answer = _of(name)
        if answer["doc"] or answer["signatures"]:
            return answer
    return None


def signature(code: str, line: int, column: int) -> Answer | None:
    """The ``signatures`` of the call around the place: each one's ``name``, ``params``, index of the ``active`` one."""
    found = _script(code).get_signatures(line, column)[:MOST_SIGNATURES]
    signatures = [
        {
            "name": one.name,
            "params": [{"label": _short(p.to_string()), "full": p.to_string()} for p in one.params],
            "active": one.index,
        }
        for one in found
    ]
    if not signatures:
        return None
    _, doc = _split(found[0].name, found[0].docstring(raw=True) or _live_doc(found[0].full_name))
    return {"signatures": signatures, "doc": readable(doc).partition("\n\n")[0]}


def _script(code: str) -> jedi.Script:
    return jedi.Script(code, environment=_environment(), project=_project())


def _environment() -> Any:
    """Our own process: what is loaded is looked at as it is."""
    return jedi.InterpreterEnvironment()


def _project() -> jedi.Project:
    path = [entry for entry in sys.path if entry]
    return jedi.Project(Path(os.getcwd()), sys_path=path, smart_sys_path=False)


# -- documentation ---------------------------------------------------------------------------------------------


def _of(name: Any) -> Answer:
    raw = name.docstring(raw=True) or _live_doc(name.full_name)
    own, doc = _split(name.name, raw)
    # What the documentation itself says is written for people; a stub's is written for checkers.
    signatures = own or [one.to_string() for one in _quietly(name.get_signatures, ())]
    return {
        "title": _public(name.full_name or name.name),
        "kind": name.type,
        "signatures": signatures[:MOST_SIGNATURES],
        "doc": readable(doc),
    }


def _of_variable(script: jedi.Script, name: Any, line: int, column: int) -> Answer | None:
    """Of a variable or an attribute: what it holds."""
    types = [found for found in _quietly(lambda: script.infer(line, column), ()) if found.full_name]
    doc = _live_doc(name.full_name)
    if not types and not doc:
        return None
    title = _public(name.full_name or name.name).removeprefix("__main__.")
    held = " | ".join(dict.fromkeys(_public(found.full_name) for found in types))
    return {
        "title": f"{title}: {held}" if held else title,
        "kind": "variable",
        "signatures": [],
        "doc": readable(doc),
    }


def _live_doc(full_name: str | None) -> str:
    """The ``__doc__`` of what *full_name* leads to among the modules that are loaded."""
    parts = (full_name or "").split(".")
    for count in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:count]))
        if found is None or parts[0] == "__main__":
            continue
        for part in parts[count:]:
            found = getattr(found, part, None)
        # A plain value has only its type's words, which say nothing of it.
        told = getattr(found, "__doc__", None)
        return inspect.cleandoc(told) if isinstance(told, str) and told != type(found).__doc__ else ""
    return ""


def _split(name: str, doc: str) -> tuple[list[str], str]:
    """The signatures at the beginning of *doc*, as docstrings of C functions have them, and the rest."""
    lines = doc.strip().split("\n")
    signatures = []
    while lines and lines[0].lstrip().startswith(f"{name}(") and ")" in lines[0]:
        signatures.append(lines.pop(0).strip())
    return signatures, "\n".join(lines)


def _public(full_name: str) -> str:
    """The name under which people know it."""
    for inner, outer in (("torch._C._VariableFunctions.", "torch."), ("torch._C.TensorBase.", "torch.Tensor."),
                         ("torch._tensor.Tensor", "torch.Tensor"), ("torch._C._nn.", "torch.nn.functional."),
                         ("torch._C.", "torch."), ("builtins.", "")):  # fmt: skip
        if full_name.startswith(inner):
            return outer + full_name[len(inner) :]
    return re.sub(r"^torch\.nn\.modules\.\w+\.", "torch.nn.", full_name)


def readable(doc: str) -> str:
    """*doc* without its markup and its line breaks within sentences, cut at a paragraph where it is long."""
    text = _WRAPPED.sub(" ", _DIRECTIVE.sub("", _LITERAL.sub(r"\1", _ROLES.sub(r"\1", doc)))).strip()
    text = _formula(text) if "\\" in text else text
    if len(text) <= MOST_DOC:
        return text
    cut = text.rfind("\n\n", 0, MOST_DOC)
    return text[: cut if cut > 0 else MOST_DOC].rstrip() + "\n…"


def _formula(text: str) -> str:
    """*text* with what TeX there is said in plain characters, as far as they can."""
    for before, after in _TEX:
        text = re.sub(before, after, text)
    return text


def _short(parameter: str) -> str:
    """A parameter without its annotation: ``dtype=None``."""
    name, colon, rest = parameter.partition(":")
    if not colon:
        return parameter
    _, equals, default = rest.rpartition("=")
    return f"{name}={default}" if equals else name


def _quietly(ask: Callable[[], Iterable[Any]], otherwise: Iterable[Any]) -> list[Any]:
    """What *ask* finds; jedi meets code that it was not made for."""
    try:
        return list(ask())
    except Exception:  # noqa: BLE001 - whatever it is, the reader types on
        return list(otherwise)
