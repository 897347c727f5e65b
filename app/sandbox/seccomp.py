"""The list of system calls a run may make, as a seccomp filter written out in plain BPF.

An allow-list: a call that is named nowhere below is refused with EPERM, one newer than the tables with
ENOSYS, so that the C library falls back to the older way of doing the same. Each group says why it is there,
each exception why it is not. The filter is the last layer to be put on and can never be taken off.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from app.sandbox import namespaces, syscalls

# Files: which files is Landlock's business and the uid's; these only say that files may be used at all.
_FILES = """
read write close openat newfstatat fstat lseek pread64 readv writev pwrite64 preadv pwritev preadv2 pwritev2 stat
lstat statx open creat close_range dup dup2 dup3 pipe pipe2 fcntl flock access faccessat faccessat2 readlink readlinkat
getdents getdents64 getcwd chdir fchdir statfs fstatfs rename renameat renameat2 mkdir mkdirat rmdir link linkat
unlink unlinkat symlink symlinkat mknod mknodat truncate ftruncate fallocate fsync fdatasync sync_file_range fadvise64
readahead copy_file_range sendfile umask getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
"""
# Mode, owner, times and attributes by path: Landlock does not mediate them, so only an own uid or mounts make
# them safe.
_METADATA = """
chmod fchmodat chown lchown fchownat utime utimes utimensat futimesat setxattr lsetxattr removexattr lremovexattr
"""
# The same by descriptor: needs the file open, and opening is mediated. (fchown to oneself; Python's shutil
# and tarfile.)
_METADATA_BY_DESCRIPTOR = "fchmod fchown fsetxattr fremovexattr"
# Memory, with the NUMA calls that libnuma and CUDA make. No remap_file_pages, userfaultfd, process_madvise,
# move_pages.
_MEMORY = """
mmap munmap mprotect madvise brk mremap msync mincore mlock mlock2 munlock mlockall munlockall mbind set_mempolicy
get_mempolicy pkey_mprotect pkey_alloc pkey_free membarrier
"""
# Threads: OpenMP's teams, Python's locks, affinity. Real-time classes are refused by RLIMIT_RTPRIO.
_THREADS = """
futex futex_waitv set_robust_list get_robust_list set_tid_address rseq restart_syscall sched_yield sched_getaffinity
sched_setaffinity sched_getparam sched_setparam sched_getscheduler sched_setscheduler sched_get_priority_max
sched_get_priority_min sched_rr_get_interval sched_getattr sched_setattr getcpu
"""
# Processes: fork, exec (of what Landlock lets be executed: the interpreter), wait and signals to what is
# one's own.
_PROCESSES = """
fork vfork execve exit exit_group wait4 waitid kill tkill tgkill pidfd_open pidfd_send_signal arch_prctl setpgid setsid
getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgid getpgrp getsid capget
getpriority setpriority getrlimit setrlimit getrusage times sysinfo uname getrandom
"""
_SIGNALS = """
rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_tgsigqueueinfo rt_sigsuspend
sigaltstack signalfd signalfd4 pause
"""
# Reading clocks and timers of one's own; setting the clock is nowhere.
_TIME = """
clock_gettime time gettimeofday clock_getres clock_nanosleep nanosleep alarm getitimer setitimer timer_create
timer_settime timer_gettime timer_getoverrun timer_delete timerfd_create timerfd_settime timerfd_gettime
"""
# Waiting: asyncio and multiprocessing. No inotify: it tells about files that can't be opened.
_WAITING = """
poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
"""
# What a pair of connected sockets needs after socketpair(2); none of these can name an address.
_PAIRS = "recvfrom recvmsg recvmmsg shutdown getsockname getpeername getsockopt"

# Refused as if the filesystem or the network said no: programs have a path for that answer.
_NO_ACCESS = "socket bind connect listen accept accept4"
# Allowed instead where a run was given a loopback; socket(2) is decided by its arguments.
_ADDRESSED = "bind connect listen accept accept4"
# Refused as if this kernel did not have them: the C library then does without.
#   clone3: its flags lie in memory, where a filter can't read them - memfd_create: a file that Landlock does not see
#   io_uring: does calls that no filter sees - openat2: nothing here needs it
_ABSENT = "clone3 memfd_create io_uring_setup io_uring_enter io_uring_register openat2"

_CLONE_NEW = 0x7E020000  # every CLONE_NEW* flag that clone(2) takes
_CLONE_PARENT = 0x8000  # would make a child of the zygote, outside the run's own family
_AF_UNIX, _SOCK_STREAM, _SOCK_DGRAM, _SOCK_RAW, _SOCK_SEQPACKET, _SOCK_TYPE_MASK = 1, 1, 2, 3, 5, 0xF
_AF_INET, _AF_INET6, _AF_NETLINK, _NETLINK_ROUTE = 2, 10, 16, 0
_SOL_SOCKET, _SO_ATTACH_FILTER = 1, 26
_IPPROTO_TCP, _IPPROTO_IPV6, _IPV6_V6ONLY = 6, 41, 26
_TCP_OPTIONS = (1, 4, 5, 6, 18)  # TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_USER_TIMEOUT
_MSG_OOB = 1
_TERMINAL_INJECTION = (0x5412, 0x541C, 0x541D, 0x5423)  # TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD
_PRCTL_ALLOWED = (
    1, 2,  # PR_SET_PDEATHSIG, PR_GET_PDEATHSIG: torch.multiprocessing
    3,  # PR_GET_DUMPABLE; never PR_SET_DUMPABLE, PR_SET_PTRACER, PR_SET_MM
    15, 16,  # PR_SET_NAME, PR_GET_NAME: thread names
    21, 23,  # PR_GET_SECCOMP, PR_CAPBSET_READ: may look
    29, 30,  # PR_SET_TIMERSLACK, PR_GET_TIMERSLACK
    38, 39,  # PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS
    40,  # PR_GET_TID_ADDRESS
    41, 42,  # PR_SET_THP_DISABLE, PR_GET_THP_DISABLE
    0x53564D41,  # PR_SET_VMA: names of memory areas, by the C library
)  # fmt: skip

_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_LD, _JEQ, _JGE, _JGT, _JSET, _AND, _RET = 0x20, 0x15, 0x35, 0x25, 0x45, 0x54, 0x06
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_OFFSET_NR, _OFFSET_ARCH, _OFFSET_ARGS = 0, 4, 16
_SET_MODE_FILTER, _FLAG_TSYNC, _MODE_FILTER = 1, 1, 2

Instruction = tuple[int, int, int, int]
"""``(code, jt, jf, k)`` of ``struct sock_filter``."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What differs: ``metadata`` allows changing modes, owners and times by path; ``loopback`` sockets with addresses.

    A filter can't read an address. Which ones can be reached is the network namespace's business.
    """

    metadata: bool = True
    loopback: bool = False


def _refuse(number: int) -> Instruction:
    return (_RET, 0, 0, _ERRNO | number)


_PASS: Instruction = (_RET, 0, 0, _ALLOW)
_EPERM = _refuse(errno.EPERM)


def _argument(index: int, *, high: bool = False) -> Instruction:
    """Load one half of a 64-bit argument. Both machines are little-endian."""
    return (_LD, 0, 0, _OFFSET_ARGS + 8 * index + (4 if high else 0))


def _one_of(values: tuple[int, ...], then: Instruction, otherwise: Instruction) -> list[Instruction]:
    """Return *then* if the accumulator is one of *values*."""
    rules = [instruction for value in values for instruction in ((_JEQ, 0, 1, value), then)]
    return [*rules, otherwise]


def _special() -> dict[str, list[Instruction]]:
    """The calls whose arguments decide. Each list ends in a return.

    Only the low half is read where the kernel itself takes 32 bits (int arguments), so nothing hides in the
    other.
    """
    return {
        # Threads and forks, no namespaces.
        "clone": [_argument(0), (_JSET, 0, 1, _CLONE_NEW | _CLONE_PARENT), _EPERM, _PASS],
        # Connected pairs only: a datagram pair could be sent elsewhere by address.
        "socketpair": [
            _argument(0), (_JEQ, 1, 0, _AF_UNIX), _refuse(errno.EACCES),
            _argument(1), (_AND, 0, 0, _SOCK_TYPE_MASK),
            *_one_of((_SOCK_STREAM, _SOCK_SEQPACKET), _PASS, _refuse(errno.EACCES)),
        ],
        # send(2) is sendto(2) without an address. No urgent data: no program needs it on a pair, it can make a waiting
        # reader spin, and the kernel's code for it has been a way out of sandboxes.
        "sendto": [
            _argument(3), (_JSET, 0, 1, _MSG_OOB), _refuse(errno.EOPNOTSUPP),
            _argument(4), (_JEQ, 1, 0, 0), _refuse(errno.EACCES),
            _argument(4, high=True), (_JEQ, 1, 0, 0), _refuse(errno.EACCES), _PASS,
        ],
        "sendmsg": [_argument(2), (_JSET, 0, 1, _MSG_OOB), _refuse(errno.EOPNOTSUPP), _PASS],
        "sendmmsg": [_argument(3), (_JSET, 0, 1, _MSG_OOB), _refuse(errno.EOPNOTSUPP), _PASS],
        # Buffer sizes and timeouts; not the options from SO_ATTACH_FILTER on, which load programs into the
        # kernel.
        "setsockopt": [
            _argument(1), (_JEQ, 1, 0, _SOL_SOCKET), _EPERM,
            _argument(2), (_JGE, 0, 1, _SO_ATTACH_FILTER), _EPERM, _PASS,
        ],
        # Everything but typing into a terminal, and 0x89xx: questions about and changes to network devices.
        "ioctl": [
            _argument(1),
            *_one_of(_TERMINAL_INJECTION, _EPERM, (_AND, 0, 0, 0xFF00)), (_JEQ, 0, 1, 0x8900), _EPERM, _PASS,
        ],
        "prctl": [_argument(0), *_one_of(_PRCTL_ALLOWED, _PASS, _EPERM)],
        # One's own limits; those of another process of the same user are not one's own.
        "prlimit64": [_argument(0), (_JEQ, 0, 1, 0), _PASS, _EPERM],
    }  # fmt: skip


def _addressed() -> dict[str, list[Instruction]]:
    """What :func:`_special` says otherwise where a run was given a loopback: TCP, UDP, and asking for interfaces."""
    return {
        "socket": [
            _argument(0), (_JEQ, 0, 7, _AF_NETLINK),
            _argument(2), (_JEQ, 1, 0, _NETLINK_ROUTE), _refuse(errno.EACCES),
            _argument(1), (_AND, 0, 0, _SOCK_TYPE_MASK), (_JEQ, 0, 1, _SOCK_RAW), _PASS,
            _argument(0), (_JEQ, 2, 0, _AF_INET), (_JEQ, 1, 0, _AF_INET6), _refuse(errno.EACCES),
            _argument(1), (_AND, 0, 0, _SOCK_TYPE_MASK),
            *_one_of((_SOCK_STREAM, _SOCK_DGRAM), _PASS, _refuse(errno.EACCES)),
        ],
        "sendto": [_argument(3), (_JSET, 0, 1, _MSG_OOB), _refuse(errno.EOPNOTSUPP), _PASS],
        "setsockopt": [
            _argument(1), (_JEQ, 0, 4, _SOL_SOCKET),
            _argument(2), (_JGE, 0, 1, _SO_ATTACH_FILTER), _EPERM, _PASS,
            _argument(1), (_JEQ, 0, 4, _IPPROTO_IPV6),
            _argument(2), (_JEQ, 0, 1, _IPV6_V6ONLY), _PASS, _EPERM,
            _argument(1), (_JEQ, 1, 0, _IPPROTO_TCP), _EPERM,
            _argument(2), *_one_of(_TCP_OPTIONS, _PASS, _EPERM),
        ],
    }  # fmt: skip


@functools.cache
def build(machine: str, policy: Policy = Policy()) -> tuple[Instruction, ...]:
    """The filter for *machine* (a name of :data:`app.sandbox.syscalls.TABLES`)."""
    table = syscalls.TABLES[machine]
    # The order is that of frequency: what the kernel's own cache of decisions does not cover is met early.
    groups = [
        _FILES,
        _MEMORY,
        _THREADS,
        _TIME,
        _WAITING,
        _SIGNALS,
        _PAIRS,
        _PROCESSES,
        _METADATA_BY_DESCRIPTOR,
    ]
    if policy.metadata:
        groups.append(_METADATA)
    if policy.loopback:
        groups.append(_ADDRESSED)
    program = _prologue(machine)
    for name, rule in (_special() | (_addressed() if policy.loopback else {})).items():
        program += [(_JEQ, 0, len(rule), table[name]), *rule]
    for text, answer in (
        *((group, _PASS) for group in groups),
        (_NO_ACCESS, _refuse(errno.EACCES)),
        (_ABSENT, _refuse(errno.ENOSYS)),
    ):
        for name in text.split():
            if name in table:
                program += [(_JEQ, 0, 1, table[name]), answer]
    return (*program, (_JGT, 0, 1, syscalls.LAST_KNOWN), _refuse(errno.ENOSYS), _EPERM)


def build_idle(machine: str) -> tuple[Instruction, ...]:
    """The filter of a namespace's first process, which says that it is ready, closes its last descriptor and waits."""
    names = "write close pause ppoll rt_sigreturn rt_sigprocmask futex exit_group restart_syscall munmap madvise brk"
    numbers = tuple(syscalls.TABLES[machine][name] for name in names.split() if name in syscalls.TABLES[machine])
    return (*_prologue(machine), *_one_of(numbers, _PASS, _refuse(errno.EPERM)))


def _prologue(machine: str) -> list[Instruction]:
    """Refuse other machines' calls (32-bit entry points; x32), and leave the number in the accumulator."""
    program: list[Instruction] = [
        (_LD, 0, 0, _OFFSET_ARCH),
        (_JEQ, 1, 0, _AUDIT_ARCH[machine]),
        (_RET, 0, 0, _KILL_PROCESS),
        (_LD, 0, 0, _OFFSET_NR),
    ]
    if machine == "x86_64":
        program += [(_JGE, 0, 1, _X32_BIT), _refuse(errno.ENOSYS)]
    return program


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install(program: Sequence[Instruction]) -> None:
    """Put *program* on every thread of this process, for good. It takes ``no_new_privs`` (or privileges)."""
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *instruction) for instruction in program))
    header = _Program(len(program), ctypes.cast(code, ctypes.c_void_p))
    number = syscalls.SECCOMP[syscalls.machine()]
    try:
        stuck = namespaces.syscall(number, _SET_MODE_FILTER, _FLAG_TSYNC, header)
    except OSError as error:
        if error.errno not in {errno.ENOSYS, errno.EINVAL}:
            raise
        namespaces.prctl(namespaces.PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(header))
        return
    if stuck:
        raise OSError(errno.EBUSY, f"thread {stuck} could not take the filter")
