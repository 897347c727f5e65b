"""Thin, typed doors to the system calls that the wall is built with and that Python's ``os`` does not have.

Every function raises :class:`OSError` with the kernel's errno; none decides anything.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import signal
import struct

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_REMOUNT = 32
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MS_SLAVE = 1 << 19
MNT_DETACH = 2

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

_SYS_MOUNT_SETATTR = 442
_SYS_CLONE = {"x86_64": 56, "aarch64": 220}
_AT_RECURSIVE = 0x8000
_MOUNT_ATTR_RDONLY = 1
_MOUNT_ATTR_NOSUID = 2
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
# Called with the interpreter's lock held, and nothing to return: these bracket a fork that Python does not
# make.
for _hook in (
    ctypes.pythonapi.PyOS_BeforeFork,
    ctypes.pythonapi.PyOS_AfterFork_Child,
    ctypes.pythonapi.PyOS_AfterFork_Parent,
):
    _hook.restype = None


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else os.fsencode(text)


def syscall(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | ctypes.Structure | None) -> int:
    """``syscall(2)``: integers are passed as 64-bit words, structures by reference."""
    words: list[object] = []
    for argument in arguments:
        if isinstance(argument, int):
            words.append(ctypes.c_long(argument))
        elif isinstance(argument, ctypes.Structure):
            words.append(ctypes.byref(argument))
        else:
            words.append(argument)
    return _check(int(_libc.syscall(ctypes.c_long(number), *words)))


def prctl(option: int, arg2: int = 0, arg3: int = 0, arg4: int = 0, arg5: int = 0) -> int:
    """``prctl(2)``."""
    return _check(int(_libc.prctl(option, *(ctypes.c_ulong(value) for value in (arg2, arg3, arg4, arg5)))))


def unshare(flags: int) -> None:
    """``unshare(2)``."""
    _check(int(_libc.unshare(flags)))


def setns(descriptor: int, kind: int) -> None:
    """``setns(2)``."""
    _check(int(_libc.setns(descriptor, kind)))


def mount(source: str | None, target: str, fstype: str | None, flags: int, options: str | None = None) -> None:
    """``mount(2)``."""
    _check(int(_libc.mount(_bytes(source), _bytes(target), _bytes(fstype), ctypes.c_ulong(flags), _bytes(options))))


def umount2(target: str, flags: int = 0) -> None:
    """``umount2(2)``."""
    _check(int(_libc.umount2(_bytes(target), flags)))


def make_tree_read_only(target: str) -> None:
    """``mount_setattr(2)``: *target* and every mount below it become read-only and ignore set-user-id bits."""
    attributes = ctypes.create_string_buffer(struct.pack("=QQQQ", _MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID, 0, 0, 0), 32)
    syscall(_SYS_MOUNT_SETATTR, -100, os.fsencode(target), _AT_RECURSIVE, attributes, 32)


# -- capabilities ----------------------------------------------------------------------------------------------


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("e0", "p0", "i0", "e1", "p1", "i1"))


def capabilities() -> tuple[int, int]:
    """The effective and the permitted capabilities of this thread, as bit masks."""
    header, data = _CapabilityHeader(_CAPABILITY_VERSION_3, 0), _CapabilityData()
    _check(int(_libc.capget(ctypes.byref(header), ctypes.byref(data))))
    return int(data.e0) | int(data.e1) << 32, int(data.p0) | int(data.p1) << 32


def drop_bounding_capabilities() -> None:
    """Empty the bounding and ambient sets as far as this process may (it takes ``CAP_SETPCAP``)."""
    for number in range(64):
        try:
            prctl(PR_CAPBSET_DROP, number)
        except OSError as error:
            if error.errno not in {errno.EPERM, errno.EINVAL}:
                raise
            break
    try:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    except OSError as error:
        if error.errno not in {errno.EPERM, errno.EINVAL}:
            raise


def drop_capabilities() -> None:
    """Give up every effective, permitted and inheritable capability. Raises if one is left."""
    header, data = _CapabilityHeader(_CAPABILITY_VERSION_3, 0), _CapabilityData()
    _check(int(_libc.capset(ctypes.byref(header), ctypes.byref(data))))
    if capabilities() != (0, 0):
        raise PermissionError(errno.EPERM, "capabilities are left after dropping them")


# -- namespaces ------------------------------------------------------------------------------------------------


def enter_user_namespace(proc: int) -> None:
    """A new user namespace in which this process keeps its user and group id. Single-threaded processes only.

    *proc* is a descriptor of a writable ``/proc``, for the one in sight may be read-only by now.
    """
    uid, gid = os.geteuid(), os.getegid()
    unshare(CLONE_NEWUSER)
    # "deny" is the condition under which an ordinary user may map a group at all.
    for name, text in (("setgroups", "deny"), ("gid_map", f"{gid} {gid} 1"), ("uid_map", f"{uid} {uid} 1")):
        descriptor = os.open(f"self/{name}", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
        try:
            os.write(descriptor, text.encode("ascii"))
        finally:
            os.close(descriptor)


def fork_with(flags: int) -> int:
    """``os.fork()`` with ``CLONE_NEW*`` *flags* for the child alone.

    For a child that does little: its thread id, as the C library remembers it, is the parent's.
    """
    ctypes.pythonapi.PyOS_BeforeFork()
    pid = int(
        _libc.syscall(ctypes.c_long(_SYS_CLONE[platform.machine()]), ctypes.c_long(flags | signal.SIGCHLD), 0, 0, 0, 0)
    )
    number = ctypes.get_errno()
    (ctypes.pythonapi.PyOS_AfterFork_Child if pid == 0 else ctypes.pythonapi.PyOS_AfterFork_Parent)()
    if pid < 0:
        raise OSError(number, os.strerror(number))
    return pid


def fork_into(pid_namespace_pid: int | None) -> int:
    """``os.fork()``, with the child in the pid namespace of *pid_namespace_pid* (None: in our own).

    The number returned in the parent is the child's process id as the parent sees it. Inside a user namespace
    the kernel lets nobody return to a pid namespace from outside it: there, a plain ``os.fork()`` after this
    one would still go where this one went, and only the next ``fork_into`` goes elsewhere.
    """
    if pid_namespace_pid is None:
        return os.fork()
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    try:
        other = os.open(f"/proc/{pid_namespace_pid}/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        try:
            setns(other, CLONE_NEWPID)
        finally:
            os.close(other)
        pid = -1
        try:
            pid = os.fork()
        finally:
            if pid != 0:
                with contextlib.suppress(PermissionError):
                    setns(own, CLONE_NEWPID)
        return pid
    finally:
        os.close(own)
