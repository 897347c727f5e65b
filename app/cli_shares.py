"""``python -m app shares``: what the operator does with shared programs, while the service runs or not."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from app.settings import MIB, Settings

if TYPE_CHECKING:
    from app.shares.keeper import Keeper, Stats


def add(commands: Any) -> None:
    """The command's arguments."""
    shares_ = commands.add_parser("shares", help="count, prune, delete and back up what readers have shared")
    does = shares_.add_subparsers(dest="action", required=True)
    stats = does.add_parser("stats", help="how many there are and what they take")
    stats.add_argument("--json", action="store_true", help="print it as JSON")
    prune = does.add_parser("prune", help="delete those that nobody has opened for so many days")
    prune.add_argument("--days", type=_days, required=True, help="days without a reader")
    prune.add_argument("--dry-run", action="store_true", help="only count them")
    delete = does.add_parser("delete", help="delete these; exit status 1 if one of them isn't there")
    delete.add_argument("id", nargs="+", help="the last part of its address")
    backup = does.add_parser("backup", help="write them all to a SQLite file, which can be served as it is")
    backup.add_argument("file", type=Path, help="a new file")
    shares_.set_defaults(do=shares)


async def shares(options: argparse.Namespace) -> int:
    """Do what is asked with the shares of the service that these settings describe."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415 - the other commands need no database

    from app.shares.database import UnknownDatabase  # noqa: PLC0415
    from app.shares.keeper import Keeper  # noqa: PLC0415

    try:
        keeper = Keeper(Settings())
    except UnknownDatabase as error:
        _say(error, sys.stderr)
        return 2
    try:
        await keeper.start()
        return await _do(keeper, options)
    except (SQLAlchemyError, OSError) as error:
        _say(str(error).splitlines()[0], sys.stderr)
        return 2
    finally:
        await keeper.stop()


async def _do(keeper: Keeper, options: argparse.Namespace) -> int:
    if options.action == "stats":
        _say_stats(await keeper.stats(), as_json=options.json)
    elif options.action == "prune":
        count = await keeper.prune(options.days, dry_run=options.dry_run)
        _say(f"{count} {'would be deleted' if options.dry_run else 'deleted'}")
    elif options.action == "backup":
        _say(f"{await keeper.backup(options.file)} written to {options.file}")
    else:
        gone = await keeper.delete([one.strip("/").rpartition("/")[2] for one in options.id])
        _say(f"{len(gone)} deleted")
        return 0 if len(gone) == len(set(options.id)) else 1
    return 0


def _say_stats(stats: Stats, *, as_json: bool) -> None:
    if as_json:
        _say(json.dumps(dataclasses.asdict(stats), indent=1))
        return
    _say(stats.where)
    _say(f"{stats.shares} shares, {stats.results} of them with a result")
    _say(f"{stats.bytes / MIB:.1f} of {stats.quota / MIB:g} MiB")
    if stats.first:
        _say(f"made from {stats.first} to {stats.last}")


def _days(text: str) -> int:
    days = int(text)
    if days < 0:
        raise ValueError("not a number of days")
    return days


def _say(line: object, stream: TextIO | None = None) -> None:
    (stream or sys.stdout).write(f"{line}\n")
