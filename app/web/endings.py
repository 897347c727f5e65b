"""How a run ended, in words: what happened and what to change."""

from __future__ import annotations

# ruff: noqa: PLR2004 - units of size and time explain their own numbers
from collections.abc import Mapping
from typing import Any

from app.web.language import N_, Words

LABELS: Mapping[str, str] = {
    "ok": N_("finished"),
    "error": N_("raised an exception"),
    "timeout": N_("out of time"),
    "memory": N_("out of memory"),
    "output": N_("too much output"),
    "disk": N_("too much on disk"),
    "cancelled": N_("stopped"),
    "crashed": N_("crashed"),
}

_SENTENCES: Mapping[str, str] = {
    "ok": N_("It ran to its end."),
    "error": N_("The code raised an exception and ended at the line marked above. Change that line, or catch it."),
    "timeout": N_(
        "It was still running after %(limit)s and was ended. Make it do less: fewer iterations or smaller "
        "tensors. What it wrote until then is kept."
    ),
    "memory": N_(
        "It needed more than the %(limit)s of memory that a run may use, and was ended. Make its tensors "
        "smaller, or keep fewer of them at a time."
    ),
    "output": N_(
        "It wrote more than the %(limit)s that a run may write, and was ended. Print less, for example every "
        "hundredth step."
    ),
    "disk": N_(
        "It wrote more than the %(limit)s of files that a run may write, and was ended. Save less, or delete as you go."
    ),
    "cancelled": N_("It was stopped. What it wrote until then is kept. Press Run to start again."),
    "crashed": N_(
        "The process ended without a word. Press Run to try again, and change the line it was at if it recurs."
    ),
}

_REASONS: Mapping[str, str] = {
    "signal:SIGSEGV": N_(
        "The process crashed with a segmentation fault: native code touched memory that isn't its own. Look "
        "at the last line it ran, often an index or pointer given to native code."
    ),
    "signal:SIGKILL": N_("The process was killed from outside, most often for memory. Make its tensors smaller."),
    "signal:SIGABRT": N_(
        "The process aborted itself: native code met a state it can't go on from. Read its stderr above."
    ),
    "signal:SIGSYS": N_("It asked the system for something that the wall doesn't allow. Do without it here."),
    "signal:SIGXCPU": N_("It used more processor time than a run may use. Make it do less."),
    "signal:SIGXFSZ": N_("It wrote a file larger than a run may write. Save less."),
    "channel": N_(
        "The code wrote to, or closed, the line that carries its results out of the sandbox. Leave descriptors "
        "alone that it didn't open itself."
    ),
    "cpu": N_("It used more than %(limit)s of processor time and was ended. Make it do less."),
    "files": N_(
        "It made more than %(limit)s, counting folders and links, and was ended. Make fewer, or delete as you go."
    ),
    "processes": N_(
        "It started more than %(limit)s processes and threads, the most that a run may have at a time. Start "
        "fewer: fewer workers, a smaller pool."
    ),
    "events": N_(
        "It showed more than %(limit)s separate outputs and was ended. Print larger pieces, or fewer of them."
    ),
    "refused": N_("No process could be made ready for it. Try again; if it stays so, the operator's log says why."),
    "lost": N_("Contact with the process was lost before it ended. Press Run to try again."),
    "stopping": N_("The service is restarting and had to end the run. Press Run again in a moment."),
    "disconnected": N_("The page was closed while it ran, so it was stopped."),
    "input": N_("It asked for input and there is none here. Give the value in the code instead."),
}
"""Where the reason says more than the status."""

_EXIT = N_("The code ended the process itself, with exit code %(code)s. Leave out the call that exits.")
_SIGNAL = N_("The process was ended by %(signal)s. Change the last line it ran.")


def label(words: Words, status: str) -> str:
    """Two or three words for *status*."""
    return words(LABELS.get(status, LABELS["crashed"]))


def sentence(words: Words, data: Mapping[str, Any]) -> str:
    """What the ``done`` event *data* means to the reader, and what to change."""
    status, reason = str(data.get("status", "crashed")), str(data.get("reason") or "")
    if reason in _REASONS:
        pass
    elif reason.startswith("exit:"):
        return words(_EXIT, code=reason.removeprefix("exit:"))
    elif reason.startswith("signal:"):
        return words(_SIGNAL, signal=reason.removeprefix("signal:"))
    text = words(_REASONS.get(reason) or _SENTENCES.get(status, _SENTENCES["crashed"]))
    return text % {"limit": _limit(words, status, reason, data.get("limit"))} if "%(limit)s" in text else text


def _limit(words: Words, status: str, reason: str, limit: Any) -> str:
    if not isinstance(limit, int | float):
        return words("the limit")
    if reason in {"events", "processes"}:
        return f"{limit:g}"
    if status == "timeout":
        return words("%(seconds)s s", seconds=f"{limit:g}")
    if reason == "files":
        return words("%(files)s files", files=f"{limit:g}")
    return size(limit)


def size(count: float) -> str:
    """*count* bytes as people write it."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}".replace(".0 ", " ")
        count /= 1024
    raise AssertionError


def duration(milliseconds: float) -> str:
    """A time as people write it: ``12 ms``, ``1.4 s``."""
    if milliseconds < 1:
        return f"{milliseconds:.2f} ms"
    if milliseconds < 10:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"
