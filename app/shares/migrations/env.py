"""Run by Alembic: the steps on the connection that :func:`app.shares.database.migrate` has opened."""

from alembic import context

from app.shares.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
