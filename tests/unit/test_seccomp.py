from __future__ import annotations

import errno
import re
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.sandbox import seccomp, syscalls

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386 = 0x40000003
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
MACHINES = pytest.mark.parametrize("machine", syscalls.TABLES)
NEVER = """
ptrace unshare setns mount umount2 pivot_root chroot personality process_vm_readv process_vm_writev
kcmp pidfd_getfd bpf perf_event_open userfaultfd keyctl add_key request_key shmget shmat msgget
semget mq_open execveat memfd_secret quotactl reboot init_module finit_module kexec_load
open_by_handle_at name_to_handle_at fanotify_init vmsplice inotify_init1 setuid setresuid setgroups
capset syslog sethostname clock_settime settimeofday swapon acct process_madvise process_mrelease
move_mount open_tree fsopen mount_setattr landlock_create_ruleset seccomp sync syncfs
"""


def run(program: Sequence[seccomp.Instruction], data: bytes) -> int:
    """The kernel's classic BPF, as far as filters use it."""
    accumulator = at = 0
    while True:
        code, jt, jf, k = program[at]
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, k)
        elif code == 0x54:
            accumulator &= k
        elif code == 0x06:
            return k
        else:
            test = {
                0x15: accumulator == k,
                0x35: accumulator >= k,
                0x25: accumulator > k,
                0x45: bool(accumulator & k),
            }
            at += jt if test[code] else jf


def verdict(machine: str, number: int, *arguments: int, metadata: bool = True, arch: int | None = None) -> int:
    words = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, ARCH[machine] if arch is None else arch, 0, *words)
    return run(seccomp.build(machine, seccomp.Policy(metadata=metadata)), data)


def named(machine: str, name: str, *arguments: int, metadata: bool = True) -> int:
    return verdict(machine, syscalls.TABLES[machine][name], *arguments, metadata=metadata)


def header(machine: str) -> dict[str, int]:
    path = HEADERS[machine]
    if not path.exists():
        pytest.skip(f"no {path} here")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", path.read_text(encoding="utf-8"))
    numbers = {name: int(number) for name, number in found}
    return numbers | ({"newfstatat": numbers["fstatat"]} if "fstatat" in numbers else {})


@MACHINES
def test_numbers_are_the_kernels(machine: str) -> None:
    numbers = header(machine)
    assert {name: numbers.get(name) for name in syscalls.TABLES[machine]} == syscalls.TABLES[machine]
    assert syscalls.SECCOMP[machine] == numbers["seccomp"]
    assert numbers["landlock_create_ruleset"] == syscalls.LANDLOCK_CREATE_RULESET


@MACHINES
def test_every_jump_stays_inside_and_the_program_fits(machine: str) -> None:
    program = seccomp.build(machine)
    assert len(program) < 4096
    for at, (code, jt, jf, _) in enumerate(program):
        if code in {0x15, 0x35, 0x25, 0x45}:
            assert at + 1 + max(jt, jf) < len(program)
            assert max(jt, jf) < 256
    assert program[-1][0] == 0x06


@MACHINES
def test_what_python_needs_is_allowed(machine: str) -> None:
    names = "read write mmap futex openat execve wait4 getdents64 epoll_ctl eventfd2 pipe2 sched_setaffinity rseq"
    assert {named(machine, name) for name in names.split()} == {ALLOW}


@MACHINES
def test_what_a_run_has_no_business_with_is_refused(machine: str) -> None:
    numbers = header(machine)
    allowed = {name for name in NEVER.split() if verdict(machine, numbers[name]) != ERRNO | errno.EPERM}
    assert allowed == set()


@MACHINES
def test_absent_and_unknown_calls_do_not_exist(machine: str) -> None:
    for name in (
        "clone3",
        "memfd_create",
        "io_uring_setup",
        "io_uring_enter",
        "io_uring_register",
        "openat2",
    ):
        assert named(machine, name) == ERRNO | errno.ENOSYS
    assert verdict(machine, syscalls.LAST_KNOWN + 1) == ERRNO | errno.ENOSYS
    assert verdict(machine, 100_000) == ERRNO | errno.ENOSYS


@MACHINES
def test_calls_of_another_machine_end_the_process(machine: str) -> None:
    other = ARCH["aarch64" if machine == "x86_64" else "x86_64"]
    assert verdict(machine, 0, arch=other) == KILL
    assert verdict(machine, 0, arch=I386) == KILL


def test_x32_numbers_do_not_exist() -> None:
    for number in (0x40000000, 0x40000000 | 59, 0x40000000 | 520, 0xFFFFFFF0 - (1 << 32)):
        assert verdict("x86_64", number) == ERRNO | errno.ENOSYS


@MACHINES
def test_threads_and_forks_but_no_namespaces(machine: str) -> None:
    assert named(machine, "clone", 0x3D0F00) == ALLOW
    assert named(machine, "clone", 0x01200011) == ALLOW
    for flag in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x8000):
        assert named(machine, "clone", flag | 17) == ERRNO | errno.EPERM


@MACHINES
def test_sockets_only_as_connected_pairs(machine: str) -> None:
    refused = ERRNO | errno.EACCES
    assert {named(machine, "socket", family, 1) for family in range(50)} == {refused}
    assert {named(machine, name) for name in ("bind", "connect", "listen", "accept", "accept4")} == {refused}
    flags = 0o2004000
    assert {named(machine, "socketpair", 1, kind | flags) for kind in (1, 5)} == {ALLOW}
    assert {named(machine, "socketpair", 1, kind) for kind in (2, 3, 4, 6)} == {refused}
    assert named(machine, "socketpair", 2, 1) == refused
    assert named(machine, "sendto", 3, 4, 5, 0, 0, 0) == ALLOW
    assert named(machine, "sendto", 3, 4, 5, 0, 0x1000, 16) == refused
    assert named(machine, "sendto", 3, 4, 5, 0, 0x1_0000_0000, 16) == refused
    assert named(machine, "setsockopt", 3, 1, 7) == ALLOW
    assert {named(machine, "setsockopt", 3, *pair) for pair in ((1, 26), (1, 50), (6, 1))} == {ERRNO | errno.EPERM}


@MACHINES
def test_no_urgent_data(machine: str) -> None:
    refused = ERRNO | errno.EOPNOTSUPP
    for flags in (1, 0x4001):
        assert named(machine, "sendto", 3, 4, 5, flags) == refused
        assert named(machine, "sendmsg", 3, 4, flags) == refused
        assert named(machine, "sendmmsg", 3, 4, 1, flags) == refused
    for flags in (0, 0x4040):
        assert named(machine, "sendto", 3, 4, 5, flags) == ALLOW
        assert named(machine, "sendmsg", 3, 4, flags) == ALLOW
        assert named(machine, "sendmmsg", 3, 4, 1, flags) == ALLOW


@MACHINES
def test_arguments_that_decide(machine: str) -> None:
    refused = ERRNO | errno.EPERM
    # The kernel takes 32 bits of an ioctl's number and of prctl's option: nothing hides in the upper half.
    for high in (0, 1 << 32):
        assert {named(machine, "ioctl", 0, high | n) for n in (0x5412, 0x541C, 0x541D, 0x5423, 0x8912)} == {refused}
        assert {named(machine, "prctl", high | n) for n in (4, 8, 22, 35, 36, 0x59616D61, 47)} == {refused}
    assert {named(machine, "ioctl", 0, n) for n in (0x5401, 0x5421, 0x541B, 0xC020462A)} == {ALLOW}
    assert {named(machine, "prctl", n) for n in (1, 15, 38, 0x53564D41)} == {ALLOW}
    assert named(machine, "prlimit64", 0, 7) == ALLOW
    assert named(machine, "prlimit64", 1, 7) == refused


@MACHINES
def test_modes_and_owners_by_path_can_be_refused(machine: str) -> None:
    for name in ("fchmodat", "fchownat", "utimensat", "setxattr"):
        assert named(machine, name) == ALLOW
        assert named(machine, name, metadata=False) == ERRNO | errno.EPERM
    assert named(machine, "fchmod", metadata=False) == ALLOW


@MACHINES
def test_an_idle_process_may_only_wait(machine: str) -> None:
    program = seccomp.build_idle(machine)
    table = syscalls.TABLES[machine]
    data = {name: struct.pack("<iIQ6Q", table[name], ARCH[machine], 0, *[0] * 6) for name in ("ppoll", "openat")}
    assert run(program, data["ppoll"]) == ALLOW
    assert run(program, data["openat"]) == ERRNO | errno.EPERM
