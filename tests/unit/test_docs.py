"""The documents say what the code does: settings, make targets, container flags, links and picture names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from app.settings import ROOT, Settings

PREFIX = str(Settings.model_config.get("env_prefix", ""))
READMES = ("README.md", "README.zh.md")
DOCUMENTS = (*READMES, "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
ROW = re.compile(rf"^\| `({PREFIX}[A-Z_]+)` \| (.*?) \| (.*?) \|$", re.MULTILINE)
MIB = 1024 * 1024


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def shown_default(name: str, field: FieldInfo) -> str | None:
    """The default as the tables write it; None where the machine decides (said in words)."""
    default = field.default
    if field.default_factory is not None:
        return None
    if isinstance(default, Path):
        return f"`{default.relative_to(ROOT)}`"
    if name.endswith("_bytes"):
        return f"{default // MIB} MiB" if default % MIB == 0 else f"{default // 1024} KiB"
    if isinstance(default, float) and default.is_integer():
        default = int(default)
    return f"`{default}`" if default != "" else "–"


def table(name: str) -> dict[str, tuple[str, str]]:
    return {setting: (default, words) for setting, default, words in ROW.findall(read(name))}


@pytest.mark.parametrize("name", READMES)
def test_every_setting_is_in_the_table_with_its_default(name: str) -> None:
    rows = table(name)
    wanted = {f"{PREFIX}{field.upper()}": field for field in Settings.model_fields}
    assert set(rows) == set(wanted), "rows that are missing or stale"
    for setting, field in wanted.items():
        default = shown_default(field, Settings.model_fields[field])
        assert default is None or rows[setting][0] == default, setting
        assert rows[setting][1], setting


def test_the_english_table_says_what_the_code_says() -> None:
    rows = table("README.md")
    for name, field in Settings.model_fields.items():
        assert rows[f"{PREFIX}{name.upper()}"][1] == field.description, name


@pytest.mark.parametrize("name", READMES)
def test_no_setting_is_mentioned_that_does_not_exist(name: str) -> None:
    known = {f"{PREFIX}{field.upper()}" for field in Settings.model_fields}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]*[A-Z]\b", read(name))) <= known


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_that_is_named_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^\s*)make ([a-z-]+)", read(name), re.MULTILINE))
    assert named <= targets


def test_both_readmes_name_the_same_commands() -> None:
    def commands(name: str) -> list[str]:
        blocks = re.findall(r"^```(?:sh|bash)\n(.*?)^```", read(name), re.MULTILINE | re.DOTALL)
        return [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]

    assert commands("README.md") == commands("README.zh.md")
    assert {"make serve", "make test"} <= set(commands("README.md"))


@pytest.mark.parametrize("name", READMES)
def test_readme_and_compose_give_the_container_the_same_flags(name: str) -> None:
    compose = read("compose.yaml")
    run = re.search(r"^docker run .*?[^\\]$", read(name), re.MULTILINE | re.DOTALL)
    assert run
    flags = run.group()
    added = re.search(r"cap_add: \[(.*)\]", compose)
    assert added
    assert set(re.findall(r"--cap-add (\w+)", flags)) == set(added.group(1).split(", "))
    for flag, line in (
        ("--read-only", "read_only: true"),
        ("--tmpfs /tmp", "- /tmp"),
        ("--cap-drop ALL", "cap_drop: [ALL]"),
        ("--security-opt no-new-privileges", "no-new-privileges:true"),
        ("--shm-size 256m", "shm_size: 256m"),
    ):
        assert flag in flags
        assert line in compose
    assert "--privileged" not in flags
    assert "seccomp" not in flags


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_to_files_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:|note:|#)([^)#\s]+)", read(name)):
        assert (ROOT / target).exists(), target


def test_the_locks_pin_what_the_project_asks_for() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    wanted = [re.sub(r"\[.*?\]", "", pin) for pin in wanted]  # what an extra brings is in the lock by itself
    pins = {tuple(re.sub(r"[-_.]+(?=.*==)", "-", pin).lower().split("==")) for pin in wanted}
    lock = re.findall(r"^([\w-]+)==(\S+)$", read("requirements.lock") + read("requirements-dev.lock"), re.MULTILINE)
    assert pins <= set(lock), "run `make lock`"
    assert not [package for package, _ in lock if package.startswith(("nvidia", "cuda", "triton"))]
    assert not [version for _, version in lock if "+" in version]


def test_the_npm_lock_names_no_host() -> None:
    assert '"resolved"' not in read("package-lock.json")
