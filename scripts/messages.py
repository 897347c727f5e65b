"""The interface's words: what the code and templates say, and what the Chinese catalogue has for it.

``python scripts/messages.py check``   lists what has no translation and what is no longer said; exits 1 if
anything. ``python scripts/messages.py update``  adds the missing (empty, to be filled in) and removes the
stale.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "zh" / "LC_MESSAGES" / "messages.po"
CALLS = {"N_", "words"}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}

HEADER = r"""# The interface's words in Chinese.
msgid ""
msgstr ""
"Language: zh\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=1; plural=0;\n"

"""

Key = str | tuple[str, str]


def said() -> dict[Key, list[str]]:
    """Every message id, with the files that say it. A plural is the pair of its English forms."""
    found: dict[Key, list[str]] = {}
    for path, key in [*_in_python(), *_in_templates()]:
        found.setdefault(key, []).append(str(path.relative_to(ROOT)))
    return found


def catalogue() -> Catalog:
    """The Chinese catalogue as it lies."""
    with CATALOGUE.open("rb") as source:
        return read_po(source, locale="zh")


def missing(catalog: Catalog) -> list[Key]:
    """What is said but has no translation."""
    return [key for key in said() if not _translated(catalog, key)]


def stale(catalog: Catalog) -> list[Key]:
    """What is translated but no longer said."""
    known = said()
    return [_key(message.id) for message in catalog if message.id and _key(message.id) not in known]


def update() -> None:
    """Bring the catalogue in step, keeping what is translated."""
    old = catalogue()
    new = Catalog(locale="zh", charset="utf-8")
    for key, files in sorted(said().items(), key=lambda item: (item[1][0], str(item[0]))):
        first = key if isinstance(key, str) else key[0]
        before = old.get(first)
        new.add(key, before.string if before else None, locations=[(name, 0) for name in dict.fromkeys(files)])
    body = io.BytesIO()
    write_po(body, new, omit_header=True, width=110, include_lineno=False)
    CATALOGUE.write_bytes(HEADER.encode() + body.getvalue())


def _in_python() -> Iterator[tuple[Path, Key]]:
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield path, first.value


def _in_templates() -> Iterator[tuple[Path, Key]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        with path.open("rb") as source:
            options = {"trimmed": "true", "silent": "false"}
            for _, _, message, _ in babel_extract(source, list(KEYWORDS), [], options):
                yield path, _key(message)


def _key(message: object) -> Key:
    parts = [part for part in message if part] if isinstance(message, list | tuple) else [message]
    return str(parts[0]) if len(parts) == 1 else (str(parts[0]), str(parts[1]))


def _translated(catalog: Catalog, key: Key) -> bool:
    message = catalog.get(key if isinstance(key, str) else key[0])
    return bool(message and message.string and (isinstance(message.string, str) or all(message.string)))


def main(arguments: list[str]) -> int:
    """The command line."""
    if arguments == ["update"]:
        update()
    catalog = catalogue()
    gaps, leftovers = missing(catalog), stale(catalog)
    for word, keys in (("untranslated", gaps), ("stale", leftovers)):
        for key in keys:
            print(f"{word}: {key!r}")
    return 1 if gaps or leftovers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
