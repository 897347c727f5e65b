"""A further torch gets an environment of its own, once."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from app.settings import ROOT

Commands = list[list[str]]


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/setup.py, looking at an empty project with plenty of disk."""
    spec = importlib.util.spec_from_file_location("setup_script_runtimes", ROOT / "scripts" / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "LOG", tmp_path / "log")
    monkeypatch.setattr(module, "works", lambda python: python.parent.parent.is_dir())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 << 30))
    monkeypatch.delenv("TORCH_INDEX_URL", raising=False)
    (tmp_path / "requirements.lock").write_text("matplotlib==3.0\nnumpy==1.0\ntorch==2.13.0\n")
    return module


@pytest.fixture
def commands(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What would have been run."""
    seen: Commands = []

    def run(command: Sequence[str | Path], **_: object) -> None:
        seen.append([str(part) for part in command])
        if "venv" in seen[-1]:
            Path(seen[-1][-1]).mkdir()

    monkeypatch.setattr(setup, "run", run)
    return seen


def test_a_runtime_is_made_once(setup: ModuleType, commands: Commands) -> None:
    setup.runtimes()
    made, installed = commands
    assert made[-1] == str(setup.ROOT / ".venv-2.14.1")
    assert installed[-3:] == ["torch==2.14.1", "numpy==1.0", "matplotlib==3.0"]
    assert str(setup.runtime_python("2.14.1")) in installed
    commands.clear()
    setup.runtimes()
    assert commands == []


def test_a_runtime_follows_the_lock(setup: ModuleType, commands: Commands) -> None:
    setup.runtimes()
    commands.clear()
    (setup.ROOT / "requirements.lock").write_text("matplotlib==3.0\nnumpy==1.1\ntorch==2.13.0\n")
    setup.runtimes()
    assert [command[-2] for command in commands] == ["numpy==1.1"]


def test_an_index_for_torch_is_used_for_torch_alone(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORCH_INDEX_URL", "https://index.example/cpu")
    setup.runtimes()
    assert [command[-1] for command in commands if "https://index.example/cpu" in command] == ["torch==2.14.1"]


def test_a_full_disk_is_told_before_anything_is_fetched(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 30))
    with pytest.raises(setup.SetupError, match=r"1\.0 GiB are free"):
        setup.runtimes()
    assert commands == []
