"""Shares in their database: made once, found by id."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import structlog
from alembic.util import CommandError
from sqlalchemy import RowMapping, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.settings import Settings
from app.shares.database import migrate, open_engine, url_of, writing
from app.shares.models import ID, Content, Share, ShareRefused, StoredResult
from app.shares.rate import Rate
from app.shares.schema import results, shares

HOUR_S = 3600
AGAIN_S = 5.0
"""After so long a database that could not be reached is tried again."""
COUNT_S = 30.0
"""How old the sum of what is kept may be, when it is compared with the quota."""
_OVERHEAD = 200

_log = structlog.get_logger("fieldnotes.shares")


@dataclass(slots=True)
class _Use:
    """What all shares take, and when that was counted."""

    bytes: int = 0
    at: float = float("-inf")


class ShareStore:
    """Keeps shares. The service goes on without it where its database can't be reached."""

    def __init__(self, settings: Settings) -> None:
        self._engine = open_engine(url_of(settings))
        self._most_bytes = settings.shares_bytes
        self._most_result = settings.share_result_bytes
        self._rate = Rate(settings.shares_per_hour, HOUR_S)
        self._starting = asyncio.Lock()
        self._ready = False
        self._failed_at = float("-inf")
        self._use = _Use()

    async def start(self) -> None:
        """Bring the database up to date. Where that fails the log says so, and it is tried again when it's needed."""
        with contextlib.suppress(ShareRefused):
            await self._be_ready()

    async def stop(self) -> None:
        """Close its connections."""
        await self._engine.dispose()

    async def create(self, content: Content, *, lang: str, client: str, result: StoredResult | None = None) -> Share:
        """The share of *content*: the one that is there, or a new one.

        A share keeps its first result: what is behind a link doesn't change. Raises :class:`ShareRefused`.
        """
        wait_s = self._rate.take(client)
        if wait_s:
            raise ShareRefused("too_many", "as many shares as one reader may make in an hour", wait_s)
        document = b"" if result is None else await asyncio.to_thread(_packed, result, self._most_result)
        try:
            return await self._create(content, lang, result, document)
        except IntegrityError:  # another process has made the same one at the same moment: it is there now
            return await self._create(content, lang, result, document)

    async def _create(self, content: Content, lang: str, result: StoredResult | None, document: bytes) -> Share:
        async with self._transaction(writes=True) as connection:
            before = await _find(connection, content.id)
            if before is not None and before.content != content:
                raise ShareRefused("invalid", "another program has this id")  # pragma: no cover - 100 bits
            adds_result = bool(document) and (before is None or before.result is None)
            if before is not None and not adds_result:
                return before
            await self._make_room(connection, content, document)
            if before is None:
                await connection.execute(insert(shares).values(**_row(content, lang)))
            if adds_result and result is not None:
                await connection.execute(insert(results).values(**_result_row(content.id, result, document)))
            found = await _find(connection, content.id)
        assert found is not None  # noqa: S101 - it was just written
        return found

    async def get(self, share_id: str) -> Share | None:
        """The share of that id. Raises :class:`ShareRefused` where the database can't be reached."""
        if not ID.fullmatch(share_id):
            return None
        async with self._transaction() as connection:
            found = await _find(connection, share_id)
        if found is not None:
            await self._saw(share_id)
        return found

    async def _saw(self, share_id: str) -> None:
        """Note the day, once a day; that it can't be noted now is no reason not to show it."""
        today = _today()
        with contextlib.suppress(ShareRefused):
            async with self._transaction() as connection:
                if await connection.scalar(select(shares.c.seen).where(shares.c.id == share_id)) == today:
                    return
            async with self._transaction(writes=True) as connection:
                await connection.execute(update(shares).where(shares.c.id == share_id).values(seen=today))

    async def _make_room(self, connection: AsyncConnection, content: Content, document: bytes) -> None:
        now = time.monotonic()
        if now - self._use.at > COUNT_S:
            self._use = _Use(await _used(connection), now)
        self._use.bytes += _size(content) + len(document)
        if self._use.bytes > self._most_bytes:
            self._use.at = float("-inf")
            raise ShareRefused("full", "there is no room for more shares")

    @contextlib.asynccontextmanager
    async def _transaction(self, *, writes: bool = False) -> AsyncIterator[AsyncConnection]:
        await self._be_ready()
        engine = writing(self._engine) if writes else self._engine
        try:
            async with engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            _log.error("shares_unavailable", error=str(error).splitlines()[0])
            raise ShareRefused("unavailable", "the shares can't be reached", round(AGAIN_S)) from error

    async def _be_ready(self) -> None:
        if self._ready:
            return
        async with self._starting:
            if self._ready:
                return
            if time.monotonic() - self._failed_at < AGAIN_S:
                raise ShareRefused("unavailable", "the shares can't be reached", round(AGAIN_S))
            try:
                await migrate(self._engine)
            except (SQLAlchemyError, CommandError, OSError) as error:
                self._failed_at = time.monotonic()
                _log.error("shares_unavailable", error=str(error).splitlines()[0])
                raise ShareRefused("unavailable", "the shares can't be reached", round(AGAIN_S)) from error
            self._ready = True


async def _find(connection: AsyncConnection, share_id: str) -> Share | None:
    query = select(shares).where(shares.c.id == share_id)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        return None
    beside = (await connection.execute(select(results).where(results.c.share == share_id))).mappings().first()
    content = Content(
        code=row["code"], device=row["device"], runtime=row["runtime"], title=row["title"], seed=row["seed"]
    )
    result = await asyncio.to_thread(_unpacked, beside) if beside else None
    return Share(id=share_id, content=content, lang=row["lang"], created=row["created"], result=result)


async def _used(connection: AsyncConnection) -> int:
    total = 0
    for table in (shares, results):
        total += int(await connection.scalar(select(func.coalesce(func.sum(table.c.bytes), 0))) or 0)
    return total


def _row(content: Content, lang: str) -> dict[str, Any]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        **asdict(content), "id": content.id, "lang": lang, "created": now, "seen": _today(), "bytes": _size(content)
    }  # fmt: skip


def _result_row(share_id: str, result: StoredResult, document: bytes) -> dict[str, Any]:
    return {
        "share": share_id, "torch": result.torch, "device": result.device, "device_name": result.device_name,
        "date": result.date, "status": result.status, "document": document, "bytes": len(document),
    }  # fmt: skip


def _size(content: Content) -> int:
    return len(content.code.encode()) + len(content.title.encode()) + _OVERHEAD


def _packed(result: StoredResult, most: int) -> bytes:
    """The compressed document, or nothing where it is too large to be kept: the program is shared without it then."""
    plain = json.dumps(result.result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return zlib.compress(plain) if len(plain) <= most else b""


def _unpacked(row: RowMapping | Mapping[str, Any]) -> StoredResult:
    return StoredResult(
        torch=row["torch"],
        device=row["device"],
        device_name=row["device_name"],
        date=row["date"],
        status=row["status"],
        result=json.loads(zlib.decompress(row["document"])),
    )


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
