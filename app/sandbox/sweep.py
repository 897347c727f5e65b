"""After a run: kill whatever is left of it and remove its files, whatever it did to keep them."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import stat
import time
from collections.abc import Callable, Iterable
from itertools import islice

KILL_S = 2.0
"""How long to go on killing before saying that it did not work."""
SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp")
_NAME_TAKEN = {errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR}
_BATCH = 1000
_PAUSE_S = 0.002


# -- processes -------------------------------------------------------------------------------------------------


def processes_of(uids: Iterable[int]) -> dict[int, int]:
    """Living processes, by id, whose real, effective or saved user is one of *uids*, and that user."""
    wanted = frozenset(uids)
    found: dict[int, int] = {}
    for pid in _process_ids():
        fields = _status(pid)
        users = {int(text) for text in fields.get("Uid", "").split()[:3]}
        if users & wanted and fields.get("State", "Z")[:1] not in {"Z", "X"}:
            found[pid] = min(users & wanted)
    return found


def processes_in(namespace: int) -> list[int]:
    """Living processes of the pid namespace with the inode number *namespace*."""
    found = []
    for pid in _process_ids():
        # A zombie has left its namespaces already.
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}/ns/pid").st_ino == namespace:
                found.append(pid)
    return found


def _process_ids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def _status(pid: int) -> dict[str, str]:
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return {}
    return {key: value.strip() for key, _, value in (line.partition(":") for line in text.splitlines())}


def kill_user(uid: int) -> tuple[int, bool]:
    """SIGKILL every process of *uid* until none lives.

    Returns how many were seen, and whether none is left.
    """
    seen: set[int] = set()
    end = time.monotonic() + KILL_S
    while alive := processes_of((uid,)):
        seen.update(alive)
        if time.monotonic() > end:
            return len(seen), False
        # One call that the kernel carries out on all of them at once: a fork bomb can't outrun it. It spares
        # the caller, who may itself be shot by the run meanwhile: hence the loop.
        as_user(uid, lambda: os.kill(-1, signal.SIGKILL))
        time.sleep(_PAUSE_S)
    return len(seen), True


def await_end_of(namespace: int) -> tuple[int, bool]:
    """Wait until a namespace whose first process was killed is empty.

    Returns how many were seen, and whether it is.
    """
    seen: set[int] = set()
    end = time.monotonic() + KILL_S
    while alive := processes_in(namespace):
        seen.update(alive)
        if time.monotonic() > end:
            return len(seen), False
        time.sleep(_PAUSE_S)
    return len(seen), True


def as_user(uid: int, action: Callable[[], object]) -> object:
    """What *action* returns (JSON) in a forked process of the user *uid*; None if it raised or was killed."""
    read, write = os.pipe2(os.O_CLOEXEC)
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            os.write(write, json.dumps(action()).encode("ascii"))
        finally:
            os._exit(0)
    os.close(write)
    with open(read, "rb") as file:
        answer = file.read()
    os.waitpid(pid, 0)
    return json.loads(answer) if answer else None


# -- files -----------------------------------------------------------------------------------------------------


class Emptier:
    """Empties a folder without following links or going deep: what lies deep is first moved up.

    So two descriptors are enough for any depth, and no path is ever longer than a name.
    """

    def __init__(self, folder: str) -> None:
        self.removed = 0
        self._serial = 0
        self._root = _open_folder(folder)

    def run(self) -> bool:
        """Remove everything. Returns whether the folder is empty."""
        try:
            while names := _some_names(self._root):
                before = self.removed
                for name in names:
                    with contextlib.suppress(OSError):
                        self._remove(name)
                if self.removed == before:
                    return False
            return True
        finally:
            os.close(self._root)

    def _remove(self, name: str) -> None:
        if not _is_folder(name, self._root):
            os.unlink(name, dir_fd=self._root)
        else:
            self._dissolve(name)
            os.rmdir(name, dir_fd=self._root)
        self.removed += 1

    def _dissolve(self, name: str) -> None:
        """Remove the files in the folder *name* and move its folders up to the root."""
        folder = _open_folder(name, self._root)
        try:
            while entries := _some_names(folder):
                for entry in entries:
                    if _is_folder(entry, folder):
                        self._lift(entry, folder)
                    else:
                        os.unlink(entry, dir_fd=folder)
                        self.removed += 1
        finally:
            os.close(folder)

    def _lift(self, entry: str, folder: int) -> None:
        os.chmod(entry, stat.S_IRWXU, dir_fd=folder)
        while True:
            self._serial += 1
            try:
                os.rename(entry, f".swept-{self._serial}", src_dir_fd=folder, dst_dir_fd=self._root)
            except OSError as error:
                if error.errno not in _NAME_TAKEN:
                    raise
            else:
                return


def _open_folder(name: str, parent: int | None = None) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    # Its owner may have closed it; we are its owner. A link is not a folder and is never followed.
    if not stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
        raise NotADirectoryError(name)
    with contextlib.suppress(PermissionError):
        os.chmod(name, stat.S_IRWXU, dir_fd=parent)
    return os.open(name, flags, dir_fd=parent)


def _is_folder(name: str, parent: int) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _some_names(folder: int) -> list[str]:
    os.lseek(folder, 0, os.SEEK_SET)
    with os.scandir(folder) as entries:
        return [entry.name for entry in islice(entries, _BATCH)]


def empty(folder: str) -> tuple[int, bool]:
    """Remove everything in *folder*, and not *folder*. Returns how much, and whether nothing is left."""
    try:
        emptier = Emptier(folder)
    except FileNotFoundError:
        return 0, True
    except OSError:
        return 0, False
    done = emptier.run()
    return emptier.removed, done


def remove_owned(uid: int, folders: Iterable[str] = SHARED_FOLDERS) -> tuple[int, bool]:
    """Remove what *uid* owns directly in *folders* that everybody may write to."""
    removed, complete = 0, True
    for folder in folders:
        with contextlib.suppress(FileNotFoundError, PermissionError), os.scandir(folder) as entries:
            for entry in [item for item in entries if item.stat(follow_symlinks=False).st_uid == uid]:
                count, done = _remove_path(entry.path)
                removed += count
                complete &= done
    return removed, complete


def _remove_path(path: str) -> tuple[int, bool]:
    removed, done = 0, True
    try:
        if stat.S_ISDIR(os.lstat(path).st_mode):
            removed, done = empty(path)
            os.rmdir(path)
        else:
            os.unlink(path)
    except FileNotFoundError:
        return removed, done
    except OSError:
        return removed, False
    return removed + 1, done


# -- all of it -------------------------------------------------------------------------------------------------


def sweep(uid: int | None, namespace: int | None, workdir: str) -> dict[str, int | bool]:
    """Everything of one run.

    *namespace* is the inode number of its pid namespace, whose first process was killed.
    """
    killed, dead = await_end_of(namespace) if namespace is not None else (0, True)
    if uid is not None:
        count, none_left = kill_user(uid)
        killed, dead = max(killed, count), dead and none_left
    removed, gone = _clear(uid, workdir)
    return {"killed": killed, "removed": removed, "ok": dead and gone}


def _clear(uid: int | None, workdir: str) -> tuple[int, bool]:
    """Empty *workdir* and the shared folders, as the run's own user if it has one: no link leads that one astray."""
    if uid is None:
        return empty(workdir)
    answer = as_user(uid, lambda: [*empty(workdir), *remove_owned(uid)])
    removed, emptied, more, cleared = answer if isinstance(answer, list) else (0, False, 0, False)
    if not emptied:
        # The folder is not the run's (it worked on a mount above it): nobody writes to it any more, so we
        # may.
        again, emptied = empty(workdir)
        removed += again
    return int(removed) + int(more), bool(emptied) and bool(cleared)
