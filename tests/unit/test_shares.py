"""Shares by themselves: ids, what is kept of a run, the store, its migrations, and what the operator does with it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, make_url, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.runs.models import RunRequest
from app.settings import Settings
from app.shares.database import MIGRATIONS, UnknownDatabase, file_url, migrate, open_engine, url_of, writing
from app.shares.keeper import Keeper
from app.shares.models import Content, Share, ShareRefused, StoredResult
from app.shares.rate import Rate
from app.shares.recent import RecentRuns
from app.shares.schema import metadata, shares
from app.shares.store import ShareStore
from tests.fakes import FakeEngine, Script, say

POSTGRES = os.environ.get("FIELDNOTES_TEST_POSTGRES", "")
"""Address of a server on which databases may be made: ``postgresql://user@host/postgres``."""
CODE = "import torch\ntorch.arange(3)\n"
RESULT = StoredResult(
    torch="2.13.0+cpu", device="cpu", device_name="CPU", date="2026-01-02T03:04:05+00:00", status="ok",
    result={"events": [{"kind": "stdout", "line": 1, "text": "你好\n"}], "seed": 7},
)  # fmt: skip


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new folder' / 'shares.sqlite3'}"
        return
    if not POSTGRES:
        pytest.skip("FIELDNOTES_TEST_POSTGRES names no server")
    name = f"fieldnotes_{uuid.uuid4().hex[:12]}"
    async with _administering() as admin:
        await admin(f"CREATE DATABASE {name}")
    yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    async with _administering() as admin:
        await admin(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def _administering() -> AsyncIterator[Any]:
    engine = open_engine(url_of(Settings(shares_url=POSTGRES)))
    async with engine.connect() as connection:
        outside = await connection.execution_options(isolation_level="AUTOCOMMIT")

        async def say(statement: str) -> None:
            await outside.execute(text(statement))

        yield say
    await engine.dispose()


@asynccontextmanager
async def kept(url: str, **settings: Any) -> AsyncIterator[ShareStore]:
    store = ShareStore(Settings(shares_url=url, **settings))
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


@asynccontextmanager
async def keeping(url: str) -> AsyncIterator[Keeper]:
    keeper = Keeper(Settings(shares_url=url))
    await keeper.start()
    try:
        yield keeper
    finally:
        await keeper.stop()


async def make(store: ShareStore, code: str = CODE, result: StoredResult | None = None, **said: Any) -> Share:
    return await store.create(Content.of(code, **said), lang="en", client="test", result=result)


# -- content and ids ---------------------------------------------------------------------------------------------------


def test_an_id_is_what_it_is_and_stays_so() -> None:
    """Links that were given away must not change with a later version."""
    assert Content.of(CODE).id == "h3qmh5td3x773lrrnrgf"
    assert Content.of(CODE, device="cuda", runtime="2.13.0", title="三个数", seed=7).id == "2tld25lth4kcfpukqlxf"


@pytest.mark.parametrize(
    "same",
    [
        {"code": CODE.replace("\n", "\r\n")},
        {"code": CODE.replace("\n", "\r")},
        {"code": CODE.rstrip()},
        {"code": CODE + "\n \n\t\n"},
        {"code": "\ufeff" + CODE},
        {"device": "CPU"},
        {"title": "  a\tb\u200b "},
        {"title": "a b"},
        {"runtime": "2.13.0+cpu"},
        {"runtime": "2.13.0+cu126"},
    ],
)
def test_what_is_the_same_to_a_reader_has_the_same_id(same: dict[str, Any]) -> None:
    said = {"code": CODE, "title": "a b", "runtime": "2.13.0"}
    assert Content.of(**(said | same)).id == Content.of(**said).id  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "other", [{"code": CODE + "x\n"}, {"code": " " + CODE}, {"device": "cuda"}, {"runtime": "2.14.1"}, {"title": "b"},
              {"seed": 0}]
)  # fmt: skip
def test_what_is_not_the_same_has_another_id(other: dict[str, Any]) -> None:
    assert Content.of(**({"code": CODE} | other)).id != Content.of(CODE).id


@pytest.mark.parametrize(
    "wrong", [{"code": " \n"}, {"code": "a\0b"}, {"code": "'\ud800'"}, {"device": "tpu"}, {"runtime": "2;drop"},
              {"seed": -1}, {"seed": 2**63}]
)  # fmt: skip
def test_what_can_not_be_kept_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ShareRefused) as refused:
        Content.of(**({"code": CODE} | wrong))
    assert refused.value.reason == ("empty" if wrong.get("code") == " \n" else "invalid")


def test_a_title_is_one_short_line() -> None:
    assert Content.of(CODE, title="a\n\x00\u202eb" + "c" * 500).title == "a b" + "c" * 117


# -- the rate ----------------------------------------------------------------------------------------------------------


def test_a_client_may_do_so_many_in_a_window_and_others_are_not_held_by_it() -> None:
    now = [0.0]
    rate = Rate(2, 60, lambda: now[0])
    assert [rate.take("a"), rate.take("a")] == [0, 0]
    now[0] = 20
    assert rate.take("a") == 40
    assert rate.take("b") == 0
    now[0] = 60.5
    assert rate.take("a") == 0


# -- what is kept of a run ---------------------------------------------------------------------------------------------


async def ran(recent: RecentRuns, code: str = CODE, script: Script | None = None, **request: Any) -> str:
    engine = FakeEngine(script=script or say(("stdout", 1, {"text": "hello\n"})))
    asked = RunRequest(code=code, **request)
    events = [event async for event in recent.following(asked, engine.run(asked))]
    return str(events[0].data["id"])


def recent_runs(**changes: Any) -> RecentRuns:
    return RecentRuns(**{"keep_s": 60, "most_bytes": 10_000, "most_each": 5_000, **changes})


async def test_a_run_of_the_same_program_is_found_and_says_where_it_ran() -> None:
    recent = recent_runs()
    ident = await ran(recent, CODE.replace("\n", "\r\n"))
    found = await recent.result(ident, Content.of(CODE, seed=7, runtime="2.13.0"), {"cpu": "A processor"})
    assert found is not None
    assert (found.torch, found.device, found.device_name, found.status) == ("2.13.0", "cpu", "A processor", "ok")
    assert [event["kind"] for event in found.result["events"]] == ["started", "stdout", "done"]
    assert found.result["events"][1] == {"kind": "stdout", "line": 1, "text": "hello\n"}
    assert found.result["seed"] == 7
    assert found.result["wall_ms"] == 12.0
    assert found.date.endswith("+00:00")


@pytest.mark.parametrize("other", [{"code": CODE + "1"}, {"device": "cuda"}, {"runtime": "2.14.1"}, {"seed": 8}])
async def test_a_run_of_something_else_is_no_result_of_it(other: dict[str, Any]) -> None:
    recent = recent_runs()
    ident = await ran(recent)
    assert await recent.result(ident, Content.of(**({"code": CODE} | other)), {}) is None
    assert await recent.result("another", Content.of(CODE), {}) is None


async def test_a_run_that_was_stopped_or_fed_is_no_result() -> None:
    recent = recent_runs()
    stopped = await ran(recent, script=say(status="cancelled"))
    fed = await ran(recent, stdin="3\n")
    for ident in (stopped, fed):
        assert await recent.result(ident, Content.of(CODE), {}) is None


async def test_results_are_forgotten_in_time_and_when_they_would_take_too_much() -> None:
    now = [0.0]
    recent = recent_runs(clock=lambda: now[0], most_bytes=9_500)
    long = say(("stdout", 1, {"text": "x" * 4_000}))
    idents = []
    engine = FakeEngine(script=long)
    for _ in range(3):
        asked = RunRequest(code=CODE)
        events = [event async for event in recent.following(asked, engine.run(asked))]
        idents.append(str(events[0].data["id"]))
    content = Content.of(CODE)
    assert [await recent.result(ident, content, {}) is not None for ident in idents] == [False, True, True]
    now[0] = 61
    assert [await recent.result(ident, content, {}) is not None for ident in idents] == [False] * 3


async def test_a_result_that_is_too_large_is_passed_on_and_not_kept() -> None:
    recent = recent_runs()
    script = say(("stdout", 1, {"text": "x" * 6_000}))
    ident = await ran(recent, script=script)
    assert await recent.result(ident, Content.of(CODE), {}) is None


async def test_closing_what_follows_a_run_closes_the_run() -> None:
    engine = FakeEngine(script=say(60.0))
    asked = RunRequest(code=CODE)
    following = recent_runs().following(asked, engine.run(asked))
    await anext(following)
    await following.aclose()
    assert engine.closed == ["run-1"]


# -- the store ---------------------------------------------------------------------------------------------------------


async def test_a_share_is_found_as_it_was_made(url: str) -> None:
    async with kept(url) as store:
        made = await make(store, "print('你好')\n", RESULT, title="问好", seed=2**63 - 1, runtime="2.13.0")
        assert await store.get(made.id) == made
        assert made.result == RESULT
        assert (made.content.title, made.content.seed, made.lang) == ("问好", 2**63 - 1, "en")
        assert await store.get("a" * 20) is None
        assert await store.get("'; drop table shares") is None
    async with kept(url) as again:
        assert await again.get(made.id) == made


async def test_the_same_program_is_one_share_and_keeps_its_first_result(url: str) -> None:
    async with kept(url) as store:
        bare = await make(store)
        first = await make(store, result=RESULT)
        second = await make(store, CODE.rstrip(), StoredResult(**{**_fields(RESULT), "torch": "2.14.1"}))
        assert bare.result is None
        assert bare.id == first.id == second.id
        assert first.result == second.result == RESULT
    async with keeping(url) as keeper:
        assert (await keeper.stats()).shares == 1


def _fields(result: StoredResult) -> dict[str, Any]:
    return {name: getattr(result, name) for name in StoredResult.__dataclass_fields__}


async def test_many_at_once_make_one(url: str) -> None:
    async with kept(url) as one, kept(url) as other:
        made = await asyncio.gather(*(make(store, result=RESULT) for store in (one, other) for _ in range(4)))
    assert {share.id for share in made} == {Content.of(CODE).id}
    async with keeping(url) as keeper:
        assert (await keeper.stats()).shares == 1


async def test_a_result_that_is_too_large_is_left_out(url: str) -> None:
    async with kept(url, share_result_bytes=10) as store:
        assert (await make(store, result=RESULT)).result is None


async def test_more_than_a_client_may_make_in_an_hour_is_refused(url: str) -> None:
    async with kept(url, shares_per_hour=2) as store:
        await make(store, "1")
        await make(store, "2")
        with pytest.raises(ShareRefused) as refused:
            await make(store, "3")
        assert refused.value.reason == "too_many"
        assert 3500 < (refused.value.retry_after_s or 0) <= 3600
        await store.create(Content.of("3"), lang="en", client="another")


async def test_more_than_there_is_room_for_is_refused_until_there_is_room_again(url: str) -> None:
    async with kept(url, shares_bytes=1500) as store:
        made = await make(store, "x" * 1000)
        with pytest.raises(ShareRefused) as refused:
            await make(store, "y" * 1000)
        assert refused.value.reason == "full"
        assert await make(store, "x" * 1000) == made  # what is there takes no room
        async with keeping(url) as keeper:
            assert await keeper.delete([made.id]) == [made.id]
        await make(store, "y" * 1000)


async def test_a_database_that_can_not_be_reached_is_said_and_tried_again(tmp_path: Path) -> None:
    blocked = tmp_path / "folder"
    blocked.write_text("a file where the folder would be", "utf-8")
    store = ShareStore(Settings(shares_url=f"sqlite:///{blocked / 'shares.sqlite3'}"))
    await store.start()  # the service goes on
    for asked in (store.get("a" * 20), make(store)):
        with pytest.raises(ShareRefused) as refused:
            await asked
        assert refused.value.reason == "unavailable"
    blocked.unlink()
    store._failed_at = float("-inf")
    assert (await make(store)).id
    await store.stop()


async def test_a_share_is_seen_on_the_day_it_is_asked_for(url: str) -> None:
    async with kept(url) as store:
        made = await make(store)
        await _set_seen(url, made.id, "2020-01-01")
        await store.get(made.id)
        async with keeping(url) as keeper:
            assert await keeper.prune(1, dry_run=True) == 0


async def _set_seen(url: str, share_id: str, day: str) -> None:
    engine = open_engine(url_of(Settings(shares_url=url)))
    async with writing(engine).begin() as connection:
        await connection.execute(update(shares).where(shares.c.id == share_id).values(seen=day))
    await engine.dispose()


def test_only_databases_that_are_known_are_taken(tmp_path: Path) -> None:
    assert url_of(Settings(var_dir=tmp_path)) == file_url(tmp_path / "shares.sqlite3")
    assert url_of(Settings(shares_url="postgres://u@h/d")).drivername == "postgresql+asyncpg"
    assert url_of(Settings(shares_url="postgresql://u@h/d?sslmode=require")).query == {"ssl": "require"}
    for address, said in (("mysql://u@h/d", "neither sqlite nor postgresql"), ("a word", "write postgresql://")):
        with pytest.raises(UnknownDatabase, match=said):
            url_of(Settings(shares_url=address))


async def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    async with kept(f"sqlite:///{tmp_path / 's.sqlite3'}"):
        assert (tmp_path / "s.sqlite3").stat().st_mode & 0o077 == 0


# -- migrations --------------------------------------------------------------------------------------------------------


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    return [step.revision for step in reversed(list(script.walk_revisions()))]


EARLIER = {
    "0001": "INSERT INTO shares (id, code, device, runtime, title, seed, lang, created, bytes) "
    "VALUES ('h3qmh5td3x773lrrnrgf', :code, 'cpu', '', '', NULL, 'zh', '2026-01-02T03:04:05+00:00', 30)",
}
"""How a share was written at each revision that isn't the newest."""


def test_there_is_one_line_of_revisions_and_a_row_for_each_earlier_one() -> None:
    assert set(revisions()[:-1]) == set(EARLIER)


@pytest.mark.parametrize("revision", [None, *EARLIER])
async def test_up_from_every_revision_what_was_shared_is_still_there(url: str, revision: str | None) -> None:
    engine = open_engine(url_of(Settings(shares_url=url)))
    if revision:
        await migrate(engine, revision)
        async with writing(engine).begin() as connection:
            await connection.execute(text(EARLIER[revision]), {"code": CODE})
    async with kept(url) as store:
        found = await store.get(Content.of(CODE).id)
        assert (found is not None) == bool(revision)
        if found is not None:
            assert (found.content, found.lang) == (Content.of(CODE), "zh")
        made = await make(store, "print(2)", RESULT)
        assert (await store.get(made.id)) == made
    assert await _differences(engine) == []
    await engine.dispose()


async def _differences(engine: AsyncEngine) -> list[Any]:
    """Between the tables as they are and as the code has them."""

    def compare(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as connection:
        return await connection.run_sync(compare)


async def test_services_that_start_at_once_migrate_once(url: str) -> None:
    stores = [ShareStore(Settings(shares_url=url)) for _ in range(4)]
    await asyncio.gather(*(store.start() for store in stores))
    assert all(store._ready for store in stores)
    for store in stores:
        await store.stop()
    engine = open_engine(url_of(Settings(shares_url=url)))
    async with engine.connect() as connection:
        assert set(await connection.run_sync(lambda on: inspect(on).get_table_names())) == {
            "alembic_version", "results", "shares",
        }  # fmt: skip
    await engine.dispose()


# -- the operator ------------------------------------------------------------------------------------------------------


async def test_counting_pruning_and_deleting(url: str) -> None:
    async with kept(url) as store, keeping(url) as keeper:
        assert (await keeper.stats()).first == ""
        old = await make(store, "old", RESULT)
        new = await make(store, "new")
        await _set_seen(url, old.id, "2020-01-01")
        stats = await keeper.stats()
        assert (stats.shares, stats.results) == (2, 1)
        assert stats.bytes > 400
        assert stats.first <= stats.last
        assert await keeper.prune(30, dry_run=True) == 1
        assert await keeper.prune(30) == 1
        assert (await keeper.stats()).results == 0
        assert await keeper.delete([old.id, new.id]) == [new.id]
        assert (await keeper.stats()).shares == 0


async def test_a_backup_is_a_file_that_can_be_served(url: str, tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite3"
    async with kept(url) as store:
        made = [await make(store, f"print({number})", RESULT if number % 2 else None) for number in range(5)]
        async with keeping(url) as keeper:
            assert await keeper.backup(target) == 5
            with pytest.raises(FileExistsError):
                await keeper.backup(target)
    assert target.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(target)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    async with kept(f"sqlite:///{target}") as restored:
        assert [await restored.get(share.id) for share in made] == made
