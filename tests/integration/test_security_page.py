"""The page that says what holds a stranger's program here: true in each setting, and of the last attack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.proofs import attack
from app.sandbox.layers import LAYER_NAMES
from app.web.language import Words, load_words
from app.web.promises import promises
from tests.fakes import FakeEngine
from tests.web import in_process, make_app, write_notes


@dataclass
class Walled(FakeEngine):
    """An engine whose wall is made of *layers*."""

    layers: frozenset[str] = frozenset(LAYER_NAMES)
    complete: bool = True
    sandbox: str = "auto"

    def describe(self) -> dict[str, Any]:
        layers = [{"name": name, "in_force": name in self.layers, "detail": ""} for name in LAYER_NAMES]
        return {**super().describe(), "layers": layers, "complete": self.complete, "sandbox": self.sandbox}


def outcome(name: str, *, held: bool, reason: str = "") -> attack.Outcome:
    return attack.Outcome(name, {"en": f"try {name}", "zh": f"试试 {name}"}, held=held, status="ok", reason=reason)


async def shown(tmp_path: Path, engine: FakeEngine, lang: str = "en") -> str:
    async with in_process(make_app(write_notes(tmp_path / "notes"), engine, var_dir=tmp_path / "var")) as client:
        response = await client.get(f"/{lang}/security")
        assert response.status_code == 200
        return response.text


@pytest.fixture(scope="module")
def english() -> Words:
    from app.settings import Settings

    return load_words(Settings().locale_dir)["en"]


async def test_a_whole_wall_promises_everything_and_says_how_to_attack_it(tmp_path: Path) -> None:
    text = await shown(tmp_path, Walled())
    assert "It is complete here" in text
    assert "not promised here" not in text
    assert "python -m app doctor --attack" in text
    assert "1 GiB" in text


async def test_without_landlock_files_are_not_promised_and_the_page_names_what_it_lacks(tmp_path: Path) -> None:
    engine = Walled(layers=frozenset(LAYER_NAMES) - {"landlock"}, complete=False)
    text = await shown(tmp_path, engine)
    assert "edited code is refused" in text
    promise = text[text.index("not promised here") :]
    assert "needs: Landlock" in promise
    assert "这里不保证" in await shown(tmp_path / "zh", engine, "zh")


async def test_an_open_sandbox_is_said_to_be_one(tmp_path: Path) -> None:
    text = await shown(tmp_path, Walled(layers=frozenset(), complete=False, sandbox="open"))
    assert "edited code runs all the same" in text


@pytest.mark.parametrize(
    ("layers", "kept"),
    [
        (frozenset(LAYER_NAMES), 8),
        (frozenset({"uid", "no_new_privs", "rlimits", "landlock", "seccomp"}), 8),  # a plain container
        (frozenset({"user_ns", "pid_ns", "no_new_privs", "rlimits", "landlock", "seccomp"}), 8),  # an ordinary user
        (frozenset({"uid", "no_new_privs", "rlimits", "seccomp"}), 6),  # no Landlock: neither apart nor no files
        (frozenset({"no_new_privs", "rlimits", "landlock", "seccomp"}), 6),  # one user: neither apart nor gone
        (frozenset(), 2),  # what the web side promises by itself
    ],
)
def test_each_setting_promises_what_its_layers_hold(english: Words, layers: frozenset[str], kept: int) -> None:
    found = promises(english, layers)
    assert sum(promise.holds for promise in found) == kept
    assert all(promise.holds or promise.lacks for promise in found)


async def test_the_last_attack_is_shown_with_its_date_its_torch_and_each_verdict(tmp_path: Path) -> None:
    engine = Walled()
    outcomes = [outcome("network", held=True), outcome("files", held=False, reason="ESCAPED: read <shadow>")]
    attack.save(outcomes, engine.describe(), tmp_path / "var")
    text = await shown(tmp_path, engine)
    assert "1 of 2 attacks were held off" in text
    assert "torch 2.13.0+cpu" in text
    saved = attack.last(tmp_path / "var")
    assert saved
    assert f'<time datetime="{saved["date"]}">{saved["date"][:10]}</time>' in text
    assert "ESCAPED: read &lt;shadow&gt;" in text
    assert text.index("held off: </span>Try network") < text.index("got through: </span>Try files")
    assert "have changed" not in text
    assert "doctor --attack" not in text


async def test_the_last_attack_is_told_in_chinese(tmp_path: Path) -> None:
    attack.save([outcome("network", held=True)], Walled().describe(), tmp_path / "var")
    assert "守住了: </span>试试 network" in await shown(tmp_path, Walled(), "zh")


async def test_a_result_of_another_wall_says_so(tmp_path: Path) -> None:
    attack.save([outcome("network", held=True)], Walled(layers=frozenset({"uid"})).describe(), tmp_path / "var")
    assert "have changed" in await shown(tmp_path, Walled())


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"outcomes": [1], "layers": []}', '{"outcomes": 3}'])
async def test_a_spoilt_result_is_no_result(tmp_path: Path, content: str) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / attack.RESULTS).write_text(content, "utf-8")
    assert "doctor --attack" in await shown(tmp_path, Walled())


async def test_about_and_every_footer_lead_there(tmp_path: Path) -> None:
    async with in_process(make_app(write_notes(tmp_path / "notes"))) as client:
        for lang in ("en", "zh"):
            assert (await client.get(f"/{lang}/about")).text.count(f'href="/{lang}/security"') == 2
            assert f'href="/{lang}/security"' in (await client.get(f"/{lang}/notes/sample")).text
