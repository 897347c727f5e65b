"""A run's own view of the file tree: one small filesystem for all it writes, everything else read-only.

Works in a mount namespace of the run's own. What the interpreter needs stays reachable even if it lies below
a folder that is covered (a venv in ``/tmp``) or closed to other users (``/root``).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from app.sandbox.layers import Limits, Plan, building
from app.sandbox.namespaces import (
    CLONE_NEWNS,
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    make_tree_read_only,
    mount,
    unshare,
)

TEMPORARY = ("/tmp", "/var/tmp")
SHARED_MEMORY = "/dev/shm"
_DATA = MS_NOSUID | MS_NODEV | MS_NOEXEC
_INODES_OF_OURS = 16


def build(plan: Plan, workdir: str, limits: Limits, owner: tuple[int, int], needed: Sequence[str]) -> list[str]:
    """Give this process a mount namespace and fill it. Returns the folders that the run may write to.

    *owner* is the user and group that the run will have, *needed* the paths that must stay readable.
    """
    uid, gid = owner
    inodes = f"nr_inodes={limits.disk_files + _INODES_OF_OURS},uid={uid},gid={gid}"
    shared = limits.disk_bytes if limits.shared_bytes is None else limits.shared_bytes
    with building("mount_ns"):
        unshare(CLONE_NEWNS)
        mount(None, "/", None, MS_REC | MS_PRIVATE)
    if plan.read_only_tree:
        with building("read_only_tree"):
            make_tree_read_only("/")
    with building("mount_ns"):
        mount("scratch", workdir, "tmpfs", _DATA, f"size={limits.disk_bytes},{inodes},mode=0700")
        parts = _parts_of(workdir, owner)
        covered = [target for target in dict.fromkeys(map(os.path.realpath, TEMPORARY)) if os.path.isdir(target)]
        closed = closed_folders([*needed, workdir]) if uid not in {0, os.geteuid()} else []
        kept = Kept([*needed, workdir], [*covered, *closed, os.path.realpath(SHARED_MEMORY)])
        for target in covered:
            mount(parts["tmp"], target, None, MS_BIND)
        if os.path.isdir(SHARED_MEMORY):
            mount("shm", SHARED_MEMORY, "tmpfs", _DATA, f"size={shared},{inodes},mode=1777")
        for target in closed:
            mount("cover", target, "tmpfs", _DATA, "size=1m,nr_inodes=1024,mode=0755")
        kept.restore()
        mount(parts["work"], workdir, None, MS_BIND)
        for descriptor in parts.values():
            os.close(int(descriptor.rpartition("/")[2]))
    if plan.fresh_proc:
        with building("fresh_proc"):
            _mount_proc()
    return [workdir, *covered, SHARED_MEMORY]


def _parts_of(workdir: str, owner: tuple[int, int]) -> dict[str, str]:
    """Make the two folders inside the scratch filesystem; name them by descriptor, for they will be covered."""
    parts = {}
    for name, mode in (("work", 0o700), ("tmp", 0o1777)):
        path = f"{workdir}/{name}"
        os.mkdir(path)
        os.chown(path, *owner)
        os.chmod(path, mode)
        parts[name] = f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)}"
    return parts


def _mount_proc() -> None:
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    try:
        mount("proc", "/proc", "proc", flags | MS_RDONLY)
    except PermissionError:
        mount("proc", "/proc", "proc", flags)


def closed_folders(paths: Sequence[str]) -> list[str]:
    """The outermost folders on the way to *paths* that other users may not pass."""
    closed: set[str] = set()
    for path in paths:
        for ancestor in ancestors(os.path.realpath(path)):
            if not os.stat(ancestor).st_mode & stat.S_IXOTH:
                closed.add(ancestor)
                break
    return sorted(closed)


def ancestors(path: str) -> list[str]:
    """The folders above *path*, from the outermost below ``/`` on."""
    parts = path.strip("/").split("/")[:-1]
    return ["/" + "/".join(parts[: count + 1]) for count in range(len(parts))]


class Kept:
    """Paths that lie below folders about to be covered, held by descriptor until they can be put back."""

    def __init__(self, paths: Sequence[str], covers: Sequence[str]) -> None:
        self._held: list[tuple[str, int, bool]] = []
        for path in sorted(set(map(os.path.realpath, paths))):
            inside = any(path.startswith(cover + "/") for cover in covers)
            outermost = not any(path.startswith(held + "/") for held, _, is_folder in self._held if is_folder)
            if inside and outermost and os.path.exists(path):
                self._held.append((path, os.open(path, os.O_PATH | os.O_CLOEXEC), os.path.isdir(path)))

    def restore(self) -> None:
        """Bind each held path to where it was."""
        before = os.umask(0o022)
        for path, descriptor, is_folder in self._held:
            os.makedirs(path if is_folder else os.path.dirname(path), mode=0o755, exist_ok=True)
            if not is_folder:
                os.close(os.open(path, os.O_CREAT | os.O_RDONLY | os.O_CLOEXEC, 0o644))
            mount(f"/proc/self/fd/{descriptor}", path, None, MS_BIND | MS_REC)
            os.close(descriptor)
        os.umask(before)
