"""The vocabulary of the wall: its layers, a run's seat and limits, and the plan of what is in force here."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

LAYER_NAMES = (
    "uid",
    "no_new_privs",
    "rlimits",
    "landlock",
    "seccomp",
    "user_ns",
    "pid_ns",
    "mount_ns",
    "net_ns",
    "ipc_ns",
)

OPTION_NAMES = ("fresh_proc", "read_only_tree", "own_user_ns")
"""Refinements of a layer that some kernels refuse while granting the layer itself."""


class WallError(RuntimeError):
    """A layer could not be put up. ``layer`` is one of :data:`LAYER_NAMES` or :data:`OPTION_NAMES`."""

    def __init__(self, layer: str, reason: str) -> None:
        super().__init__(f"{layer}: {reason}")
        self.layer = layer
        self.reason = reason


witnesses: list[Callable[[str], object]] = []
"""Called with the name of each layer before it is put up: a process that dies of a layer can't say so afterwards."""


@contextlib.contextmanager
def building(layer: str) -> Iterator[None]:
    """Whatever goes wrong inside is a :class:`WallError` of *layer*."""
    for witness in witnesses:
        witness(layer)
    try:
        yield
    except WallError:
        raise
    except (OSError, ValueError) as error:
        raise WallError(layer, reason_of(error)) from error


def reason_of(error: Exception) -> str:
    """Why the kernel would not, in words."""
    return f"refused here: {getattr(error, 'strerror', None) or error}"


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: whether it is in force on this machine, and a sentence for the reader."""

    name: str
    in_force: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use. Bytes and seconds; ``data_bytes`` None leaves the data segment unlimited.

    ``shared_bytes`` is the size of ``/dev/shm``, None that of the other files a run may write.
    """

    cpu_s: int
    data_bytes: int | None
    file_bytes: int
    disk_bytes: int
    disk_files: int
    processes: int
    open_files: int
    shared_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a run sits: its number, its user id (None: the service's own) and its folder."""

    index: int
    uid: int | None
    workdir: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What the wall is made of here, as :func:`app.sandbox.jail.probe` found out by building it.

    ``uid_base``: the first of the runs' user ids. ``fresh_proc``: a ``/proc`` that shows the run's processes
    only. ``read_only_tree``: every other mount is read-only in the run. ``own_user_ns``: each run counts its
    processes in a user namespace of its own.
    """

    layers: tuple[Layer, ...]
    uid_base: int = 0
    fresh_proc: bool = False
    read_only_tree: bool = False
    own_user_ns: bool = False

    def has(self, name: str) -> bool:
        """Whether the layer *name* is in force."""
        return any(layer.in_force for layer in self.layers if layer.name == name)

    @property
    def complete(self) -> bool:
        """Whether edited code may run: own user ids, or own user and pid namespaces; Landlock; seccomp."""
        apart = self.has("uid") or (self.has("user_ns") and self.has("pid_ns"))
        return apart and self.has("no_new_privs") and self.has("landlock") and self.has("seccomp")

    def as_dicts(self) -> list[dict[str, str | bool]]:
        """The layers, for JSON and templates."""
        return [asdict(layer) for layer in self.layers]

    def to_json(self) -> str:
        """The plan as text; :meth:`from_json` reads it back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Read what :meth:`to_json` wrote."""
        fields = json.loads(text)
        return cls(**{**fields, "layers": tuple(Layer(**layer) for layer in fields["layers"])})
