"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

shares = Table(
    "shares",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", Text, nullable=False),
    Column("device", String(16), nullable=False),
    Column("runtime", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("seed", BigInteger),
    Column("lang", String(8), nullable=False),
    Column("created", String(32), nullable=False),  # ISO 8601 in UTC, which sorts as it reads, on every database
    Column("seen", String(10), nullable=False),  # the last day on which somebody asked for it
    Column("bytes", Integer, nullable=False),
    Index("shares_seen", "seen"),
)

results = Table(
    "results",
    metadata,
    Column("share", String(32), ForeignKey("shares.id", ondelete="CASCADE"), primary_key=True),
    Column("torch", String(60), nullable=False),
    Column("device", String(16), nullable=False),
    Column("device_name", Text, nullable=False),
    Column("date", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("document", LargeBinary, nullable=False),  # JSON, compressed with zlib
    Column("bytes", Integer, nullable=False),
)
