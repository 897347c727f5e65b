"""What each command does. Standard output is for results, standard error for everything else."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.cli_notes import say_drift
from app.notes.library import Library
from app.notes.models import LibraryErrors
from app.proofs import attack, elsewhere
from app.proofs import check as proofs
from app.runs.engine import NoSuchRuntime, collect, facts_of
from app.runs.local import LocalEngine
from app.runs.models import RunRequest
from app.settings import MIB, Settings, for_runtime
from app.web.logs import configure


def serve(host: str | None, port: int | None) -> int:
    """Serve until interrupted."""
    chosen: dict[str, Any] = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = Settings(**chosen)
    from app.main import create_app  # noqa: PLC0415 - the other commands need no web side
    from app.shares.database import UnknownDatabase  # noqa: PLC0415
    from app.web.server import server  # noqa: PLC0415

    configure(settings.log_level)
    try:
        application = create_app(settings)
    except (LibraryErrors, UnknownDatabase) as errors:
        print(errors, file=sys.stderr)
        return 1
    print(
        f"Torch Field Notes on http://{settings.host}:{settings.port} (torch is being loaded; Ctrl-C ends it)",
        flush=True,
    )
    serving = server(application, settings)
    with contextlib.suppress(KeyboardInterrupt):
        serving.run()
    return 0 if serving.started else 3


async def check(options: argparse.Namespace) -> int:
    """Run and judge everything; a line per finding, then the counts."""
    settings = for_runtime(Settings(), options.runtime)
    try:
        library = Library.load(settings.snippets_dir)
    except LibraryErrors as errors:
        print(errors, file=sys.stderr)
        return 1
    unknown = [slug for slug in options.notes if slug not in library.pages]
    if unknown:
        print(f"no such note or error page: {', '.join(unknown)}", file=sys.stderr)
        return 2
    report = proofs.Report()
    began = time.monotonic()
    async with _engine(settings) as engine:
        await engine.runtimes_started()
        try:
            facts, own = facts_of(engine, options.runtime), engine.describe()["torch"]
        except NoSuchRuntime as error:
            print(error, file=sys.stderr)
            return 2
        slugs = frozenset(options.notes)
        async for finding in proofs.check(engine, library, slugs=slugs, record=options.record, runtime=options.runtime):
            report.add(finding)
            _say_finding(finding)
    if options.record and facts["torch"] != own:
        elsewhere.record(settings.snippets_dir, library, facts, report.snippets)
    pages = [note for note in library.pages.values() if not options.notes or note.slug in options.notes]
    say_drift(pages)
    _say_counts(report, facts["torch"], time.monotonic() - began)
    return 0 if report.ok else 1


async def doctor(options: argparse.Namespace) -> int:
    """Name the layers in force and run a program behind them. Exit status 0 if edited code can be served."""
    settings = Settings()
    async with _engine(settings) as engine:
        facts = engine.describe()
        code = "import torch\nx = torch.arange(4.0, requires_grad=True)\n(x * x).sum().backward()\nprint(x.grad)\n"
        began = time.perf_counter()
        result = await collect(engine.run(RunRequest(code=code, snippet="doctor", client="doctor")))
        took_ms = 1000 * (time.perf_counter() - began)
        outcomes = [await attack.attack(engine, one) for one in attack.attacks()] if options.attack else []
    facts["run"] = {"status": result.status, "stdout": result.stdout, "wall_ms": round(took_ms, 1)}
    if options.json:
        print(json.dumps(facts, indent=1))
    else:
        _say_health(facts)
    if options.attack:
        attack.save(outcomes, facts, settings.var_dir)
        _say_outcomes(outcomes)
    held = all(outcome.held for outcome in outcomes)
    return 0 if facts["complete"] and result.status == "ok" and held else 1


@asynccontextmanager
async def _engine(settings: Settings) -> AsyncIterator[LocalEngine]:
    configure("warning")
    engine = LocalEngine(settings)
    await engine.start()
    try:
        yield engine
    finally:
        await engine.stop()


_DID = {"facts": "proven", "errors": "reproduced"}
_MARKS = {"passed": "✓", "failed": "✗", "skipped": "–"}


def _say_finding(finding: proofs.Finding) -> None:
    if isinstance(finding, proofs.SnippetCheck):
        print(f"{_MARKS[finding.outcome]} {finding.snippet.key} [{finding.device}]", flush=True)
        reasons: tuple[str, ...] = finding.reasons
    else:
        if finding.outcome == "passed":
            return
        print(f"{_MARKS[finding.outcome]} {finding}")
        reasons = (finding.reason,)
    for reason in reasons:
        print(f"    {reason}")


def _say_counts(report: proofs.Report, torch: str, took_s: float) -> None:
    for name, count in proofs.summary(report).items():
        did = _DID.get(name, "ran")
        many = count["ran" if did == "ran" else "passed"]
        print(f"{name}: {many} of {count['declared']} {did}, {count['failed']} failed, {count['skipped']} skipped")
    print(f"torch {torch}, {took_s:.1f} s: {'everything holds' if report.ok else 'NOT everything holds'}")


def _say_health(facts: dict[str, Any]) -> None:
    print(f"torch {facts['torch']}, Python {facts['python']}")
    print("devices: " + ", ".join(f"{item['device']} ({item['name']})" for item in facts["devices"]))
    print("layers of the wall:")
    for layer in facts["layers"]:
        print(f"  {'✓' if layer['in_force'] else '✗'} {layer['name']:<13} {layer['detail']}")
    verdict = "complete: edited code is served" if facts["complete"] else "NOT complete: only curated snippets run"
    print(f"the wall is {verdict}" + (" (FIELDNOTES_SANDBOX=open overrides)" if facts["sandbox"] == "open" else ""))
    limits = facts["limits"]
    print(
        f"limits: {limits['timeout_s']:g} s, {limits['memory_bytes'] / MIB:g} MiB of memory, "
        f"{limits['output_bytes'] / 1024:g} KiB of text, {limits['disk_bytes'] / MIB:g} MiB of files, "
        f"{limits['processes']} processes and threads"
    )
    print(f"a run: {facts['run']['status']} in {facts['run']['wall_ms']} ms: {facts['run']['stdout'].strip()}")


def _say_outcomes(outcomes: list[attack.Outcome]) -> None:
    for outcome in outcomes:
        print(f"  {'✓' if outcome.held else '✗'} {outcome.title['en']}: {outcome.reason or f'held ({outcome.status})'}")
    held = sum(outcome.held for outcome in outcomes)
    print(f"attacks: {held} of {len(outcomes)} held off")
