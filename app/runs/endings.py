"""How a run can end, and the English sentence for each ending. Pages say it in the reader's language, by ``reason``."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from app.runs.host import Exit
from app.sandbox.protocol import UNHEARD, Status
from app.settings import Settings

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ending:
    """``reason`` is a code; ``limit`` is the number that was reached (seconds, bytes or a count), or None."""

    status: Status
    reason: str = ""
    limit: float | None = None

    @property
    def message(self) -> str:
        """One English sentence: what ended the run, and what to change."""
        code, _, detail = (self.reason or self.status).partition(":")
        limit = self.limit or 0
        sentence = _SENTENCES.get(self.reason) or _SENTENCES.get(code, "")
        return sentence.format(limit=limit, mib=limit / MIB, kib=limit / 1024, detail=detail)


_SENTENCES = {
    "timeout": "Stopped after {limit:g} s, the time limit. Do less work, or fewer repetitions.",
    "cpu": "Stopped after {limit:g} s of processor time, the limit for all its processes. Do less work.",
    "memory": "Needed more than {mib:g} MiB of memory, the limit. Use smaller tensors or free some.",
    "output": "Wrote more than {kib:g} KiB of text, the limit. Print less; what came before is kept.",
    "events": "Sent more than {limit:g} separate outputs, the limit. Print larger pieces.",
    "disk": "Wrote more than {mib:g} MiB of files, the limit. Write less.",
    "files": "Made more than {limit:g} files, folders and links, the limit. Make fewer, or delete as you go.",
    "processes": "Started more than {limit:g} processes and threads, the limit. Use fewer workers or a smaller pool.",
    "cancelled": "Stopped on request. What it had written is kept.",
    "stopping": "The service is restarting. Run it again in a moment.",
    "lost": "The worker was lost while this ran; nothing is wrong with the code. Run it again.",
    "refused": "The worker could not be prepared. Try again; if it stays so, the operator's log says why.",
    "error": "Ended by the exception that is shown at its line. Change that line, or catch it.",
    "channel": "The program wrote to, or closed, the line over which results are sent. Leave its descriptors alone.",
    "signal:SIGSYS": "The process called the system through an entry that is closed here, so the sandbox ended it.",
    "signal": "The process died of {detail}: a crash below Python, in C or C++ code.",
    "exit": "The process ended itself with exit code {detail} before its last statement.",
}


def of_exit(end: Exit, *, peak_bytes: int, settings: Settings) -> Ending:
    """The ending of a process that closed its channel without a word."""
    if end.code == UNHEARD:
        return Ending("crashed", "channel")
    if end.code >= 0:
        return Ending("crashed", f"exit:{end.code}")
    number = -end.code
    if number in {signal.SIGXCPU, signal.SIGKILL} and end.cpu_ms >= 1000 * settings.cpu_s:
        return Ending("timeout", "cpu", settings.cpu_s)
    if number == signal.SIGKILL and peak_bytes > 0.7 * settings.memory_bytes:
        # Not by us: the kernel's out-of-memory killer, to which a run's processes volunteer (oom_score_adj).
        return Ending("memory", "memory", settings.memory_bytes)
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return Ending("crashed", f"signal:{name}")
