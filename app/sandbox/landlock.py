"""Which files a run may read, write and execute, and no TCP, abstract sockets or signals outward (Landlock).

The rules are made of what the running interpreter itself needs, so that they fit a venv, Debian's Python and
an image alike. Nothing else of the machine can be opened: not the project's files, not another run's folder,
not ``/etc``.
"""

from __future__ import annotations

import ctypes
import functools
import glob
import os
import site
import struct
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.sandbox import namespaces, syscalls

# LANDLOCK_ACCESS_FS_*, by the bit.
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
MAKE_CHAR, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = (1 << bit for bit in range(6, 13))
REFER, TRUNCATE, IOCTL_DEV = (1 << bit for bit in range(13, 16))

READ = READ_FILE | READ_DIR
"""Open for reading, list."""
RUN = READ_FILE | EXECUTE
"""Execute a file."""
DEVICE = READ_FILE | WRITE_FILE | IOCTL_DEV | TRUNCATE
"""Everything that can be done with a device node."""
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_FIFO | MAKE_SYM | REFER | TRUNCATE
"""Everything in a folder of one's own, but no sockets, no device nodes, and nothing to execute."""
_FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

_NET_BIND_TCP, _NET_CONNECT_TCP = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2
_VERSION_QUERY, _RULE_PATH_BENEATH = 1, 1
_LOG_NOTHING = 1  # refusals of a run must not fill the machine's audit log

_SYSTEM_READABLE = (
    "/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib64", "/usr/share", "/usr/local/lib", "/usr/local/share",
    "/usr/local/cuda", "/proc", "/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage",
    "/sys/kernel/mm/hugepages", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/fonts",
    "/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/mime.types",
    "/etc/matplotlibrc", "/etc/alternatives", "/etc/os-release", "/etc/debian_version", "/etc/python3",
    "/etc/OpenCL",
)  # fmt: skip
_GPU_READABLE = ("/sys/bus/pci", "/sys/devices", "/sys/module/nvidia")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_GPU_DEVICES = ("/dev/nvidia*", "/dev/nvidia-caps/*")
_SHARED_PREFIXES = frozenset({"/", "/usr", "/usr/local"})


@dataclass(frozen=True, slots=True)
class Rule:
    """*rights* on *path* and, if that is a folder, on everything below it.

    A path that is missing gives nothing.
    """

    path: str
    rights: int


def abi() -> int:
    """The kernel's Landlock version; 0 where there is none."""
    try:
        return namespaces.syscall(syscalls.LANDLOCK_CREATE_RULESET, None, 0, _VERSION_QUERY)
    except OSError:
        return 0


def handled(version: int) -> tuple[int, int, int]:
    """The rights over files, over the network and the scopes that *version* can take away."""
    files = (1 << 13) - 1
    if version >= 2:  # noqa: PLR2004 - the kernel's version numbers
        files |= REFER
    if version >= 3:  # noqa: PLR2004
        files |= TRUNCATE
    if version >= 5:  # noqa: PLR2004
        files |= IOCTL_DEV
    net = _NET_BIND_TCP | _NET_CONNECT_TCP if version >= 4 else 0  # noqa: PLR2004
    scopes = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if version >= 6 else 0  # noqa: PLR2004
    return files, net, scopes


def restrict(rules: Iterable[Rule], *, tcp: bool = False) -> int:
    """Confine this thread and all it will start to *rules*, for good. Returns the ABI that was used.

    *tcp*: leave TCP as it is. It takes ``no_new_privs``. Raises ``OSError`` where there is no Landlock.
    """
    version = namespaces.syscall(syscalls.LANDLOCK_CREATE_RULESET, None, 0, _VERSION_QUERY)
    files, net, scopes = handled(version)
    net = 0 if tcp else net
    attributes = struct.pack("=QQQ", files, net, scopes)[: 24 if scopes else 16 if net else 8]
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    ruleset = namespaces.syscall(syscalls.LANDLOCK_CREATE_RULESET, buffer, len(attributes), 0)
    try:
        for rule in rules:
            _add(ruleset, rule, files)
        flags = _LOG_NOTHING if version >= 7 else 0  # noqa: PLR2004
        namespaces.syscall(syscalls.LANDLOCK_RESTRICT_SELF, ruleset, flags)
    finally:
        os.close(ruleset)
    return version


def _add(ruleset: int, rule: Rule, files: int) -> None:
    try:
        descriptor = os.open(rule.path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_folder = os.path.isdir(f"/proc/self/fd/{descriptor}")
        rights = rule.rights & files & (files if is_folder else _FILE_RIGHTS)
        if rights:
            packed = struct.pack("=Qi", rights, descriptor)
            attributes = ctypes.create_string_buffer(packed, len(packed))
            namespaces.syscall(syscalls.LANDLOCK_ADD_RULE, ruleset, _RULE_PATH_BENEATH, attributes, 0)
    finally:
        os.close(descriptor)


# -- what the interpreter needs --------------------------------------------------------------------------------


@functools.cache
def interpreter_folders() -> tuple[str, ...]:
    """Folders of the running interpreter: prefixes, standard library, packages, and this package's own files.

    Found once, before any wall: behind one, some may be out of reach.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    for prefix in {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}:
        # A prefix shared with the system is taken in part: the rest of it is not Python's.
        folders |= {f"{prefix}/lib/{version}", f"{prefix}/lib/python3"} if prefix in _SHARED_PREFIXES else {prefix}
    folders |= {entry for entry in sys.path if os.path.basename(entry) in {"site-packages", "dist-packages"}}
    if site.ENABLE_USER_SITE:
        folders.add(site.getusersitepackages())
    folders.add(os.path.dirname(os.path.abspath(__file__)))
    return tuple(sorted(folder for folder in folders if folder and os.path.isdir(folder)))


further_executables: list[str] = []
"""Programs that may be executed beside the interpreter; whoever names some does so before any wall is built."""


@functools.cache
def executables() -> tuple[str, ...]:
    """What may be executed: the interpreter's real file, the loader that starts it, and what was named further."""
    interpreter = {os.path.realpath(path) for path in (sys.executable, getattr(sys, "_base_executable", "")) if path}
    loaders = {path for pattern in ("/lib64/ld-linux*.so*", "/lib/ld-linux*.so*") for path in glob.glob(pattern)}
    return tuple(sorted(interpreter | {os.path.realpath(path) for path in (*loaders, *further_executables)}))


def readable() -> list[str]:
    """Every path that a run may read beside its own folder."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    gpu = _GPU_READABLE if glob.glob("/dev/nvidia[0-9]*") else ()
    return [*interpreter_folders(), f"{package}/__init__.py", *_SYSTEM_READABLE, *gpu]


def rules_for(writable: Sequence[str], extra_readable: Sequence[str] = ()) -> list[Rule]:
    """The rules of a run that may write below *writable*."""
    devices = [*_DEVICES, *(path for pattern in _GPU_DEVICES for path in glob.glob(pattern))]
    return [
        *(Rule(path, READ) for path in (*readable(), *extra_readable)),
        *(Rule(path, RUN) for path in executables()),
        *(Rule(path, DEVICE) for path in devices),
        *(Rule(path, WRITE) for path in writable),
    ]
