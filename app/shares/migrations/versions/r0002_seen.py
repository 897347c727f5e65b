"""The last day on which somebody asked for a share, so that what nobody opens can be pruned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """What is there counts as seen on the day it was shared."""
    op.add_column("shares", sa.Column("seen", sa.String(10), nullable=False, server_default=""))
    op.execute("UPDATE shares SET seen = substr(created, 1, 10)")
    with op.batch_alter_table("shares") as table:
        table.alter_column("seen", existing_type=sa.String(10), existing_nullable=False, server_default=None)
    op.create_index("shares_seen", "shares", ["seen"])


def downgrade() -> None:
    """Forget it."""
    op.drop_index("shares_seen", "shares")
    op.drop_column("shares", "seen")
