"""The attacks that an operator can run: each is held off here, and one that gets through is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.proofs import attack
from app.proofs.attack import Attack
from app.runs.local import LocalEngine


@pytest.mark.parametrize("one", attack.attacks(), ids=lambda one: one.name)
async def test_it_is_held_off(engine: LocalEngine, one: Attack) -> None:
    outcome = await attack.attack(engine, one)
    assert outcome.held, outcome.reason


@pytest.mark.parametrize(
    ("code", "ends", "reason"),
    [("print('ESCAPED over there')", ("ok",), "ESCAPED over there"), ("1", ("crashed",), "ended as 'ok'")],
)
async def test_one_that_gets_through_is_named(
    engine: LocalEngine, code: str, ends: tuple[str, ...], reason: str
) -> None:
    outcome = await attack.attack(engine, Attack("x", {"en": "x", "zh": "x"}, ends, 5, code))
    assert not outcome.held
    assert reason in outcome.reason


async def test_the_last_result_is_kept(engine: LocalEngine, tmp_path: Path) -> None:
    assert attack.last(tmp_path) is None
    outcome = attack.Outcome("x", {"en": "x", "zh": "某"}, held=True, status="ok", reason="")
    attack.save([outcome], engine.describe(), tmp_path / "var")
    found = attack.last(tmp_path / "var")
    assert found is not None
    assert found["outcomes"][0]["title"]["zh"] == "某"
    assert "seccomp" in found["layers"]


def test_an_attack_without_a_whole_header_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("# en: something\n1\n", "utf-8")
    with pytest.raises(ValueError, match=r"x\.py.*ends, zh"):
        attack.attacks(tmp_path)
