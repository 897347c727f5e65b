"""A program to take away: as a Python file under a header that says where it comes from, and as a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from starlette.responses import Response

from app.notes.models import SnippetView
from app.web.language import N_, Words

_PACKAGES: Final = ("torch", "numpy", "matplotlib")
_IMPORT: Final = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)
_MIMES: Final = ("text/plain", "text/html", "image/png")
_SILENT: Final = re.compile(
    r"(?:import|from|def|async|class|for|while|if|with|try|assert|del|return|raise|global|pass|print|@)\b|@"
)
_ASSIGNS: Final = re.compile(r"[\w.\[\], *:'\"]*?[^=!<>]=[^=]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is exported."""

    title: str
    address: str
    """Where it is to be found here, absolute where the service knows its public name."""
    view: SnippetView
    seed: int | None
    runtime: str
    """The torch release that it asks for, or empty."""
    stamp: str = ""
    """Of the recorded result: torch, device, day; empty where there is none."""
    events: Sequence[tuple[int | None, Mapping[str, Any]]] = ()
    """What it showed: each event with its line in the view."""


def python(program: Program, words: Words) -> str:
    """The file. The header is comments and PEP 723 metadata, so that ``uv run`` finds what it needs."""
    packages = [name for name in _PACKAGES if name in _IMPORT.findall(program.view.code)]
    wanted = [f"torch=={program.runtime}" if name == "torch" and program.runtime else name for name in packages]
    head = [f"# {line}" for line in _told(program, words)]
    if wanted:
        listed = ", ".join(json.dumps(name) for name in wanted)
        head += ["#", "# /// script", f"# dependencies = [{listed}]", "# ///"]
    return "\n".join(head) + "\n\n" + program.view.code


def notebook(program: Program, words: Words) -> str:
    """The notebook (nbformat 4.5): a cell up to each statement that showed something."""
    title, *rest = _told(program, words)
    cells: list[dict[str, Any]] = [_cell(0, "markdown", f"# {_plain(title)}\n\n" + "\n\n".join(_linked(rest)))]
    outputs = [(line, output) for line, event in program.events for output in _output(event)]
    for start, end in _cuts(program.view, {line for line, _ in outputs}):
        source = _lines(program.view, start, end)
        shown = [output for line, output in outputs if line is None or start <= line <= end]
        outputs = [(line, output) for line, output in outputs if line is not None and not start <= line <= end]
        if source or shown:
            cells.append(_code_cell(len(cells), source, _joined(shown), ran=bool(program.stamp)))
    document = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            "language_info": {"name": "python"},
            "fieldnotes": {"address": program.address, "result": program.stamp},
        },
        "cells": cells,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def attached(text: str, name: str, media_type: str) -> Response:
    """*text* as a file to be saved."""
    disposition = f"attachment; filename*=utf-8''{quote(name)}"
    headers = {"Content-Disposition": disposition, "X-Robots-Tag": "noindex", "Cache-Control": "private, no-cache"}
    return Response(text.encode("utf-8", "replace"), media_type=media_type, headers=headers)


STAMP = N_("Recorded result: %(stamp)s")
SEED = N_("Seed here: %(seed)s. For the same random numbers begin with torch.manual_seed(%(seed)s).")


def _told(program: Program, words: Words) -> Iterator[str]:
    yield program.title
    yield program.address
    if program.stamp:
        yield words(STAMP, stamp=program.stamp)
    if program.seed is not None:
        yield words(SEED, seed=program.seed)


def _cuts(view: SnippetView, shown_at: set[int | None]) -> Iterator[tuple[int, int]]:
    """First and last line of each cell: it ends with a statement that shows something."""
    last = len(view.lines) or 1
    start = 1
    lines = view.code.split("\n")
    for statement in view.statements:
        first = lines[statement.start - 1].lstrip() if statement.start <= len(lines) else ""
        shows = any(line is not None and statement.start <= line <= statement.end for line in shown_at)
        if statement.start >= start and statement.end < last and (shows or _is_bare(first)):
            yield start, statement.end
            start = statement.end + 1
    yield start, last


def _is_bare(line: str) -> bool:
    """Whether a statement that begins so is an expression, whose value a notebook shows at the end of a cell only."""
    return not _SILENT.match(line) and not _ASSIGNS.match(line) and not line.startswith(("#", '"""', "'''"))


def _lines(view: SnippetView, start: int, end: int) -> str:
    return "\n".join(view.code.split("\n")[start - 1 : end]).strip("\n")


def _cell(index: int, kind: str, source: str) -> dict[str, Any]:
    return {"id": f"cell-{index}", "cell_type": kind, "metadata": {}, "source": source}


def _code_cell(index: int, source: str, outputs: list[dict[str, Any]], *, ran: bool) -> dict[str, Any]:
    count = index if ran else None
    cell = _cell(index, "code", source) | {"execution_count": count, "outputs": outputs}
    for output in outputs:
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
        if output["output_type"] == "error":
            cell["metadata"] = {"tags": ["raises-exception"]}  # "Run all" goes on after it
    return cell


def _output(event: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    match event.get("kind"):
        case "stdout" | "stderr" as name:
            yield {"output_type": "stream", "name": name, "text": str(event.get("text", ""))}
        case "value":
            data = {mime: item for mime, item in dict(event.get("data") or {}).items() if mime in _MIMES}
            yield {"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}}
        case "figure":
            picture = str(dict(event.get("data") or {}).get("image/png", ""))
            data = {"image/png": picture, "text/plain": str(event.get("alt") or "figure")}
            yield {"output_type": "display_data", "data": data, "metadata": {}}
        case "error":
            traceback = str(event.get("traceback", "")).rstrip("\n").split("\n")
            name, value = str(event.get("type", "")), str(event.get("message", ""))
            yield {"output_type": "error", "ename": name, "evalue": value, "traceback": traceback}
        case _:
            return


def _joined(outputs: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Consecutive pieces of one stream as one; one value is the cell's result, others are shown before it."""
    joined: list[dict[str, Any]] = []
    for output in outputs:
        before = joined[-1] if joined else {}
        if output["output_type"] == "stream" and before.get("name") == output["name"]:
            before["text"] += output["text"]
        else:
            joined.append(dict(output))
    values = [output for output in joined if output["output_type"] == "execute_result"]
    for output in values[:-1]:
        output["output_type"] = "display_data"
        del output["execution_count"]
    return joined


def _plain(text: str) -> str:
    """*text* as Markdown that means nothing else."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def _linked(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield f"<{line}>" if line.startswith(("http://", "https://")) else _plain(line)
