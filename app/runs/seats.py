"""The folder in which an engine's seats are, and those that engines left behind which were killed.

An engine holds a lock on its folder for as long as it lives, and the kernel gives the lock back however it ends. A
folder that can be locked by another is therefore nobody's any more.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

PREFIX = "fieldnotes-seats-"


class SeatFolder:
    """A folder of seats, locked. Close it with :meth:`remove`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def make(cls) -> Self:
        """A new one, in the folder for temporary files."""
        while True:
            path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=_base()))
            folder = cls._lock(path)
            if folder is not None:
                path.chmod(0o711)
                return folder

    @classmethod
    def left_behind(cls) -> Iterator[Self]:
        """Those of our own user that no living engine holds, each locked by us now."""
        for path in sorted(_base().glob(f"{PREFIX}*")):
            folder = cls._lock(path)
            if folder is not None:
                yield folder

    @classmethod
    def _lock(cls, path: Path) -> Self | None:
        """*path* with our lock on it; None where it is another's, or gone by now."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return None
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held it may have removed it in between.
            if os.fstat(descriptor).st_uid == os.geteuid() and os.path.samestat(os.fstat(descriptor), path.lstat()):
                return cls(path, descriptor)
        os.close(descriptor)
        return None

    def seats(self) -> list[tuple[Path, int]]:
        """The seats that are there, each with the user whose it is."""
        found = []
        for path in self.path.glob("seat-*"):
            with contextlib.suppress(OSError):
                found.append((path, path.lstat().st_uid))
        return found

    def remove(self) -> None:
        """Remove it with what the service itself may remove, and give the lock back."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._descriptor)


def _base() -> Path:
    return Path(os.environ.get("TMPDIR", tempfile.gettempdir()))
