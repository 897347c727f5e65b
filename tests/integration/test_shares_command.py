"""``python -m app shares``: what the operator types, over a store that a service has written to."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from app import cli_shares
from app.__main__ import _parser
from app.settings import Settings
from app.shares.models import Content
from app.shares.store import ShareStore


@pytest.fixture(autouse=True)
async def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two shares in the var folder that the environment names; their ids."""
    monkeypatch.setenv("FIELDNOTES_VAR_DIR", str(tmp_path / "var"))
    store = ShareStore(Settings())
    ids = [(await store.create(Content.of(code), lang="en", client="x")).id for code in ("1", "2")]
    await store.stop()
    return ids


def options(*arguments: object) -> argparse.Namespace:
    return _parser().parse_args(["shares", *map(str, arguments)])


async def do(*arguments: object) -> int:
    return await cli_shares.shares(options(*arguments))


async def test_stats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert await do("stats") == 0
    out = capsys.readouterr().out
    assert str(tmp_path / "var" / "shares.sqlite3") in out
    assert "2 shares, 0 of them with a result" in out
    assert "of 512 MiB" in out
    assert await do("stats", "--json") == 0
    assert json.loads(capsys.readouterr().out)["shares"] == 2


async def test_delete_takes_ids_and_addresses(capsys: pytest.CaptureFixture[str], stored: list[str]) -> None:
    assert await do("delete", f"https://notes.test/en/p/{stored[0]}", stored[1]) == 0
    assert capsys.readouterr().out == "2 deleted\n"
    assert await do("delete", stored[0]) == 1


async def test_prune_counts_before_it_deletes(capsys: pytest.CaptureFixture[str]) -> None:
    assert await do("prune", "--days", "0", "--dry-run") == 0
    assert await do("prune", "--days", "30") == 0
    assert capsys.readouterr().out == "0 would be deleted\n0 deleted\n"
    with pytest.raises(SystemExit):
        options("prune", "--days", "-1")


async def test_backup_writes_a_new_file_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite3"
    assert await do("backup", target) == 0
    assert capsys.readouterr().out == f"2 written to {target}\n"
    assert await do("backup", target) == 2
    assert await do("backup", tmp_path / "none" / "x") == 2


async def test_a_database_that_is_unknown_or_away_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, said in (("mysql://x/y", "neither sqlite nor postgresql"), ("postgresql://127.0.0.1:1/x", "")):
        monkeypatch.setenv("FIELDNOTES_SHARES_URL", address)
        assert await do("stats") == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert said in err
