"""What readers have shared, in the place where the service keeps it by itself, is out of a run's reach."""

from __future__ import annotations

from app.runs.local import LocalEngine
from app.settings import Settings
from app.shares.models import Content
from app.shares.store import ShareStore
from tests.support import run

CODE = """
import os
import sqlite3

for path in ({folder!r}, {file!r}):
    for reach in (os.listdir, lambda path: open(path, "rb").read(1), lambda path: open(path, "ab").write(b"x"),
                  os.unlink, lambda path: os.rename(path, "taken")):
        try:
            reach(path)
        except OSError as error:
            continue
        print("reached", path, reach)
try:
    print(sqlite3.connect("file:" + {file!r} + "?mode=ro", uri=True).execute("select code from shares").fetchall())
except sqlite3.Error as error:
    print(error)
"""


async def test_a_run_reaches_no_shares(engine: LocalEngine) -> None:
    folder = Settings().var_dir / "test-shares"
    chosen = Settings(var_dir=folder, shares_url="")
    store = ShareStore(chosen)
    secret = Content.of("print('somebody else')\n")
    try:
        made = await store.create(secret, lang="en", client="another")
        result = await run(engine, CODE.format(folder=str(folder), file=str(folder / "shares.sqlite3")))
        assert result.status == "ok", result.stderr
        assert result.stdout == "unable to open database file\n"
        assert await store.get(made.id) == made
    finally:
        await store.stop()
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()
