"""INSIDE the wall: standard library and torch only; nothing here imports the rest of ``app``."""
