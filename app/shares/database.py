"""The database behind the shares: one SQLite file, or PostgreSQL, brought up to date at the start."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from app.settings import Settings

FILE: Final = "shares.sqlite3"
MIGRATIONS: Final = Path(__file__).with_name("migrations")
BUSY_S: Final = 10.0
"""How long one process waits for another that writes to the same file."""
CONNECT_S: Final = 5.0
"""How long a database on the network may take to answer."""

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_LOCK: Final = 0x466E_5368
"""PostgreSQL's advisory lock of whoever migrates."""


class UnknownDatabase(ValueError):  # noqa: N818 - says what it is
    """The setting names no database that the shares can be kept in."""


def url_of(settings: Settings) -> URL:
    """Where the shares of a service with these *settings* are. Raises UnknownDatabase."""
    if not settings.shares_url:
        return file_url(settings.var_dir / FILE)
    try:
        url = make_url(settings.shares_url)
    except ArgumentError:
        raise UnknownDatabase("FIELDNOTES_SHARES_URL: write postgresql://user@host/name or sqlite:////path") from None
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise UnknownDatabase(f"FIELDNOTES_SHARES_URL: {kind} is neither sqlite nor postgresql")
    if kind != "sqlite" and "sslmode" in url.query:  # as PostgreSQL's own programs call it
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": url.query["sslmode"]})
    return url.set(drivername=_DRIVERS[kind])


def file_url(path: Path) -> URL:
    """The address of a SQLite file."""
    return URL.create("sqlite+aiosqlite", database=str(path.absolute()))


def open_engine(url: URL) -> AsyncEngine:
    """Connections to *url*, none of them opened yet."""
    if url.get_backend_name() != "sqlite":
        patience = {"timeout": CONNECT_S, "command_timeout": 2 * CONNECT_S}
        return create_async_engine(url, pool_pre_ping=True, pool_size=4, max_overflow=4, connect_args=patience)
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_S})
    event.listen(engine.sync_engine, "connect", _on_connect)
    event.listen(engine.sync_engine, "begin", _on_begin)
    return engine


def writing(engine: AsyncEngine) -> AsyncEngine:
    """*engine* for transactions that write. SQLite must know before their first read, or two lock each other out."""
    return engine.execution_options(writes=True)


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Bring the database to *revision*; of several processes that start at once, one does it and the others wait."""
    if engine.url.get_backend_name() == "sqlite":
        _prepare_file(Path(engine.url.database or ""))
    async with writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        await connection.run_sync(_upgrade, revision)


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _prepare_file(path: Path) -> None:
    """The folder is there, the file is its owner's alone, and readers of it don't wait for a writer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:
        return  # another process has it open; the next start will do it


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, and schema changes are in them
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    kind = "IMMEDIATE" if connection.get_execution_options().get("writes") else "DEFERRED"
    connection.exec_driver_sql(f"BEGIN {kind}")
