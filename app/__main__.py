"""The command line: ``python -m app serve | run | check | notes | doctor | shares``."""

from __future__ import annotations

import argparse
import asyncio
import sys

from app import cli, cli_notes, cli_run, cli_shares


def main(arguments: list[str] | None = None) -> int:
    """Parse *arguments* and do what they say. The exit status is 0, or 1 where something is not as it should be."""
    options = _parser().parse_args(arguments)
    if options.command == "notes":
        return cli_notes.notes(options)
    if options.command == "serve":
        return cli.serve(options.host, options.port)
    return int(asyncio.run(options.do(options)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="Torch Field Notes.")
    commands = parser.add_subparsers(dest="command", required=True)

    serve = commands.add_parser("serve", help="serve the pages and the API")
    serve.add_argument("--host", help="address to listen on (FIELDNOTES_HOST)")
    serve.add_argument("--port", type=int, help="TCP port to listen on (FIELDNOTES_PORT)")

    cli_run.add(commands)

    check = commands.add_parser(
        "check", help="run every snippet, compare with what was recorded, judge every claim and error"
    )
    check.add_argument("notes", nargs="*", help="only these notes or error pages (clone-detach, error-cuda-oom)")
    check.add_argument("--record", action="store_true", help="write the results down instead of comparing them")
    check.add_argument(
        "--runtime", help="on this further torch (2.14.1): its asserts must hold, its outputs may differ"
    )
    check.set_defaults(do=cli.check)

    notes = commands.add_parser("notes", help="say where one language of a page is behind the other")
    notes.add_argument("notes", nargs="*", help="only these notes or error pages; 'all' is every one")
    notes.add_argument("--stamp", action="store_true", help="say that both languages of these pages say the same")

    doctor = commands.add_parser("doctor", help="say which layers of the wall hold here, and try a run")
    doctor.add_argument("--json", action="store_true", help="print it as JSON")
    doctor.add_argument("--attack", action="store_true", help="attack the wall with programs that are safe to try here")
    doctor.set_defaults(do=cli.doctor)

    cli_shares.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
