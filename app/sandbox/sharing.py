"""Tensors between processes without sockets: shared memory by the name of a file.

torch hands shared memory to another process as a descriptor, through a Unix socket on which the owner
listens, or through a helper program. Behind the wall there are neither sockets nor new programs. Here a
storage becomes a mapped file, and what travels is a name:

- the process that shares a storage keeps one name for it and removes it when the storage dies;
- every message carries a name of its own, a hard link, which the receiver removes once it has mapped the
  file.

So a message outlives its sender, what is shared has one name at a time, and no descriptor stays open. The
first process of a family removes at its end whatever messages that nobody read have left behind.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import os
import secrets
import sys
import threading
import weakref
from multiprocessing import process, reduction, util
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch
from torch.multiprocessing import reductions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PREFIX = "fieldnotes-"
"""How the names of our files begin, in /dev/shm or in $TMPDIR."""

_SHM = "/dev/shm"
_AFTER_CHILDREN = -100
"""Priority at exit: multiprocessing has ended and joined its children before it comes to negative ones."""
_UNREAD = 1024
"""Messages of a DataLoader worker that may still be unread when it ends; it is never that far ahead."""
_TICKET = "fieldnotes"
_ALIAS = "fieldnotes_sharing"
"""The name under which a spawned process, which can't import ``app``, imports this module (see ``spawned/``)."""


class _Family:
    """The processes of one program: how the names of their files begin, and who cleans up."""

    def __init__(self, prefix: str, founder: int) -> None:
        self.prefix = prefix
        self.founder = founder

    @classmethod
    def found(cls) -> _Family:
        """A family that begins with this process and is cleaned up after when this process ends."""
        family = cls(f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}-", os.getpid())
        util.Finalize(None, family.clean, exitpriority=_AFTER_CHILDREN)
        return family

    def clean(self) -> None:
        """Remove every name of the family."""
        for folder in (_SHM, _temporary()):
            with contextlib.suppress(OSError):
                for path in Path(folder).glob(f"{self.prefix}*"):
                    _remove(path)


class _Here:
    """What this process has named."""

    def __init__(self, family: _Family, known: _Here | None) -> None:
        self.pid = os.getpid()
        self.family = family
        self.lock = threading.RLock()
        self.kept: set[Path] = set()
        self.sent: collections.deque[Path] = collections.deque(maxlen=_UNREAD)
        # A forked child has its parent's mappings: the same file must become the same storage there.
        self.storages: weakref.WeakValueDictionary[tuple[int, int], Any] = (
            known.storages if known else weakref.WeakValueDictionary()
        )
        self.origins: weakref.WeakKeyDictionary[Any, Path] = known.origins if known else weakref.WeakKeyDictionary()
        self._names = self._name()

    def fresh(self) -> Path:
        """A name that no file has had."""
        return next(self._names)

    def _name(self) -> Iterator[Path]:
        # Not before the first name: multiprocessing forgets what is registered before a child is under way.
        util.Finalize(None, self.end, exitpriority=_AFTER_CHILDREN)
        stem = f"{_folder()}/{self.family.prefix}{self.pid}-{secrets.token_hex(4)}"
        for number in itertools.count():
            yield Path(f"{stem}-{number}")

    def end(self) -> None:
        """Remove what this process keeps, and what a DataLoader worker has sent and nobody will read."""
        worker = sys.modules.get("torch.utils.data._utils.worker")
        if getattr(worker, "_worker_info", None) is not None:
            self.lock.acquire()  # for good: the thread that feeds the queue must not send anything after this
            for path in self.sent:
                _remove(path)
        for path in list(self.kept):
            _remove(path)


class _Ticket:
    """Rides in the configuration of every new process: unpickling it makes a spawned one join the family."""

    def __reduce__(self) -> tuple[Callable[..., _Ticket], tuple[str, int]]:
        family = _here().family
        return _join, (family.prefix, family.founder)


_present: _Here | None = None


def install() -> None:
    """Make ``torch.multiprocessing`` and DataLoader share memory by name. A second call does nothing."""
    if reduction.ForkingPickler._extra_reducers.get(torch.UntypedStorage) is _reduce:  # type: ignore[attr-defined]  # noqa: SLF001
        return
    sys.modules.setdefault(_ALIAS, sys.modules[__name__])
    for travels in (_join, _rebuild, _Ticket):
        travels.__module__ = _ALIAS
    reduction.ForkingPickler.register(torch.UntypedStorage, _reduce)
    torch.UntypedStorage.share_memory_ = _share_memory  # type: ignore[method-assign]
    torch.UntypedStorage._new_shared = classmethod(_new_shared)  # type: ignore[assignment,method-assign]  # noqa: SLF001
    process.current_process()._config[_TICKET] = _Ticket()  # type: ignore[attr-defined]  # noqa: SLF001
    os.register_at_fork(before=_here, after_in_child=_after_fork)


def begin() -> None:
    """Found a family: a program begins in this process, forked from one that called :func:`install`."""
    global _present  # noqa: PLW0603 - there is one process
    _present = _Here(_Family.found(), _present)


def cleanup() -> None:
    """Remove every name of the family founded here; for a process that ends by ``os._exit``."""
    if _present is not None and _present.family.founder == os.getpid():
        _present.family.clean()


def _here() -> _Here:
    """The state of this process."""
    if _present is None:
        begin()
    return cast("_Here", _present)


def _after_fork() -> None:
    """In a forked child: of the same family, with names of its own."""
    global _present  # noqa: PLW0603 - there is one process
    if _present is not None:
        _present = _Here(_present.family, _present)


def _join(prefix: str, founder: int) -> _Ticket:
    """In a spawned child: of the family that spawned it."""
    global _present  # noqa: PLW0603 - there is one process
    _present = _Here(_Family(prefix, founder), None)
    install()
    return _Ticket()


def _folder() -> str:
    """Where shared files go: memory if the wall lets us, else the folder for temporary files."""
    try:
        os.close(os.open(_SHM, os.O_TMPFILE | os.O_RDWR, 0o600))
    except OSError:
        return _temporary()
    return _SHM


def _temporary() -> str:
    # Not tempfile's answer, which may have been found before the wall was built.
    return os.environ.get("TMPDIR", "/tmp")


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _new_file(size: int) -> tuple[torch.UntypedStorage, Path, tuple[int, int]]:
    """A storage of *size* bytes in a new file, the file's name and its identity.

    Space is reserved at once: a full disk is an error here and not a bus error later.
    """
    path = _here().fresh()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, size)
        storage = torch.UntypedStorage.from_file(str(path), shared=True, nbytes=size)
        status = os.fstat(descriptor)
    except (OSError, RuntimeError) as error:
        _remove(path)
        raise RuntimeError(f"unable to allocate {size} bytes of shared memory: {error}") from error
    finally:
        os.close(descriptor)
    return storage, path, (status.st_dev, status.st_ino)  # type: ignore[return-value]


def _keep(storage: torch.UntypedStorage, path: Path, identity: tuple[int, int]) -> None:
    """Remember under which name *storage* can be sent, for as long as it lives."""
    here = _here()
    here.kept.add(path)
    here.origins[storage] = path
    here.storages[identity] = storage
    weakref.finalize(storage, _drop, path, here.pid).atexit = False


def _drop(path: Path, pid: int) -> None:
    """The storage under *path* has died; if that is a forked child's copy, the name is still the parent's."""
    if os.getpid() == pid:
        _remove(path)
        _here().kept.discard(path)


def _move(storage: torch.UntypedStorage) -> Path:
    """Move *storage* into a file, under all tensors that use it, and return the file's name."""
    shared, path, identity = _new_file(storage.nbytes())
    shared.copy_(storage)
    storage._swap_data_ptr_(shared)  # type: ignore[attr-defined] # what torch does when it shares
    _keep(storage, path, identity)
    return path


def _share_memory(self: torch.UntypedStorage) -> torch.UntypedStorage:
    """``share_memory_()``."""
    if self.device.type == "cpu" and self.nbytes():
        with _here().lock:
            if not self.is_shared():
                _move(self)
    return self


def _new_shared(
    cls: type[torch.UntypedStorage], size: int, *, device: torch.device | str = "cpu"
) -> torch.UntypedStorage:
    """A new storage in shared memory; DataLoader workers collate into one."""
    if torch.device(device).type != "cpu" or size == 0:
        return cls(size, device=device)
    storage, path, identity = _new_file(size)
    _keep(storage, path, identity)
    return storage


def _reduce(storage: torch.UntypedStorage) -> tuple[Any, ...]:
    """What is pickled for *storage*: the name of this message, the name to send it on under, and the size."""
    if storage.device.type != "cpu" or storage.nbytes() == 0:
        reduced: tuple[Any, ...] = reductions.reduce_storage(storage)  # type: ignore[no-untyped-call]
        return reduced
    here = _here()
    with here.lock:
        origin = here.origins.get(storage)
        if origin is None and storage.is_shared() and storage.filename:
            return _map, (storage.filename, storage.nbytes())
        message = here.fresh()
        try:
            os.link(origin or _move(storage), message)
        except FileNotFoundError:  # received, and its owner has let it go since
            os.link(_move(storage), message)
        here.sent.append(message)
        return _rebuild, (str(message), str(here.origins[storage]), storage.nbytes())


def _rebuild(message: str, origin: str, size: int) -> torch.UntypedStorage:
    """The storage that *message* names, mapped; the same file is the same storage."""
    here = _here()
    with here.lock:
        status = os.stat(message)
        identity = (status.st_dev, status.st_ino)
        storage: torch.UntypedStorage | None = here.storages.get(identity)
        if storage is None:
            storage = _map(message, size)
            here.storages[identity] = storage
            here.origins[storage] = Path(origin)
        _remove(Path(message))
    return storage


def _map(path: str, size: int) -> torch.UntypedStorage:
    """A file that the reader has mapped, or one of ours."""
    storage: torch.UntypedStorage = torch.UntypedStorage.from_file(path, shared=True, nbytes=size)  # type: ignore[assignment]
    return storage
