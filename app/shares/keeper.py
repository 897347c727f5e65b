"""What the operator does with the shares: count, prune, delete, back up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.settings import Settings
from app.shares.database import file_url, migrate, open_engine, url_of, writing
from app.shares.schema import metadata, results, shares

BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What is kept."""

    where: str
    shares: int
    results: int
    bytes: int
    quota: int
    first: str
    """When the oldest was made; empty where there is none."""
    last: str


class Keeper:
    """The shares of a service with these settings, whether it is running or not."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine = open_engine(url_of(settings))

    async def start(self) -> None:
        """Bring the database up to date."""
        await migrate(self._engine)

    async def stop(self) -> None:
        """Close its connections."""
        await self._engine.dispose()

    async def stats(self) -> Stats:
        """How many there are and what they take."""
        async with self._engine.connect() as connection:
            counts = {table.name: await _count(connection, table.name) for table in (shares, results)}
            used = [
                int(await connection.scalar(select(func.coalesce(func.sum(table.c.bytes), 0))) or 0)
                for table in (shares, results)
            ]
            first, last = (
                await connection.execute(select(func.min(shares.c.created), func.max(shares.c.created)))
            ).one()
        return Stats(
            where=self._engine.url.render_as_string(hide_password=True),
            shares=counts["shares"],
            results=counts["results"],
            bytes=sum(used),
            quota=self._settings.shares_bytes,
            first=first or "",
            last=last or "",
        )

    async def prune(self, unseen_days: int, *, dry_run: bool = False) -> int:
        """Delete what nobody has asked for in so many days; how many that were, or would be."""
        before = (datetime.now(UTC) - timedelta(days=unseen_days)).date().isoformat()
        stale = shares.c.seen < before
        async with writing(self._engine).begin() as connection:
            count = int(await connection.scalar(select(func.count()).select_from(shares).where(stale)) or 0)
            if not dry_run:
                await connection.execute(delete(shares).where(stale))
        if count and not dry_run:
            await self._give_back()
        return count

    async def delete(self, ids: Sequence[str]) -> list[str]:
        """Delete these; the ids that there were."""
        async with writing(self._engine).begin() as connection:
            found = list((await connection.scalars(select(shares.c.id).where(shares.c.id.in_(ids)))).all())
            await connection.execute(delete(shares).where(shares.c.id.in_(found)))
        return found

    async def backup(self, path: Path) -> int:
        """Write all shares, as they are at one moment, to the SQLite file *path*; how many they are.

        The file can be served as it is. Raises FileExistsError where there is one already.
        """
        _claim(path)
        target = open_engine(file_url(path))
        try:
            await migrate(target)
            return await _copy(self._engine, target)
        finally:
            await target.dispose()

    async def _give_back(self) -> None:
        """Return the space to the file system; PostgreSQL does that by itself."""
        if self._engine.dialect.name == "sqlite":
            async with self._engine.connect() as connection:
                await connection.rollback()
                raw = await connection.get_raw_connection()
                await raw.driver_connection.execute("VACUUM")  # type: ignore[union-attr]


def _claim(path: Path) -> None:
    """The file is new, and its owner's alone: it has everybody's programs in it."""
    path.touch(mode=0o600, exist_ok=False)


async def _copy(source: AsyncEngine, target: AsyncEngine) -> int:
    count = 0
    async with source.connect() as reading, writing(target).begin() as into:
        if source.dialect.name == "postgresql":
            await reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        for table in metadata.sorted_tables:
            rows = await reading.stream(select(table))
            async for batch in rows.mappings().partitions(BATCH):
                await into.execute(insert(table), [dict(row) for row in batch])
                count += len(batch) if table is shares else 0
    return count


async def _count(connection: AsyncConnection, table: str) -> int:
    return int(await connection.scalar(select(func.count()).select_from(metadata.tables[table])) or 0)
