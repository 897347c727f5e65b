"""Shares, and the result of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "shares",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("device", sa.String(16), nullable=False),
        sa.Column("runtime", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("share", sa.String(32), sa.ForeignKey("shares.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("torch", sa.String(60), nullable=False),
        sa.Column("device", sa.String(16), nullable=False),
        sa.Column("device_name", sa.Text, nullable=False),
        sa.Column("date", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them, and with them everything that was shared."""
    op.drop_table("results")
    op.drop_table("shares")
