"""The way from every earlier schema to the newest one; Alembic reads it at the start of the service."""
