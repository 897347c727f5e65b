"""The audit says what it found, and never takes silence for a clean bill."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from types import ModuleType
from typing import Any

import pytest

from app.settings import ROOT

HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"], "aliases": [], "description": ""}


@pytest.fixture
def audit() -> ModuleType:
    """scripts/audit.py."""
    spec = importlib.util.spec_from_file_location("audit_script", ROOT / "scripts" / "audit.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answering(monkeypatch: pytest.MonkeyPatch, audit: ModuleType, *answers: str) -> list[list[str]]:
    """Have pip-audit print *answers* in turn; the commands it was started with."""
    said, commands = iter(answers), []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, stdout=next(said))

    monkeypatch.setattr(audit.subprocess, "run", run)
    return commands


def test_every_pin_of_both_locks_is_asked_for(audit: ModuleType) -> None:
    pins = audit.pins()
    assert "h11==0.16.0" in pins
    assert "pytest==9.2.0" in pins
    assert not [pin for pin in pins if pin.startswith(("#", "-r"))]


@pytest.mark.parametrize(
    "silence", ["", "Traceback …", "[]", "{}", '{"dependencies": [{"name": "a", "skip_reason": "not found"}]}']
)
def test_a_service_that_does_not_answer_is_no_failure_and_no_clean_bill(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], audit: ModuleType, silence: str
) -> None:
    commands = answering(monkeypatch, audit, silence)
    assert audit.main() == 0
    assert "nothing was checked" in capsys.readouterr().out
    assert len(commands) == 1


def test_a_service_that_stops_answering_is_no_clean_bill(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], audit: ModuleType
) -> None:
    answering(monkeypatch, audit, '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', "")
    assert audit.main() == 0
    assert "nothing was checked" in capsys.readouterr().out


@pytest.mark.parametrize(("vulns", "status"), [([], 0), ([HOLE], 1)])
def test_a_known_hole_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    audit: ModuleType,
    vulns: list[Any],
    status: int,
) -> None:
    answer = json.dumps({"dependencies": [{"name": "a", "version": "1", "vulns": vulns}]})
    answering(monkeypatch, audit, answer, answer)
    assert audit.main() == status
    said = capsys.readouterr().out
    assert ("a 1: PYSEC-1, mended in 2.0" in said) == bool(vulns)
    assert f"{len(vulns)} known holes" in said
