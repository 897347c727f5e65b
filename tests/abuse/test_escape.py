"""Escape: the network, the kernel, new programs, other privileges.

Each test makes the real calls and looks at three things: the error that the call met, the victim outside, and what
is left. All of it is done behind the whole wall, and behind the part of it that plain Docker grants.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.runs.local import LocalEngine
from tests.abuse.conftest import CAPABILITIES, attack, reason
from tests.abuse.escapes import (
    Victims,
    listening,
    number,
    numbers,
    seen_by,
)

X86 = platform.machine() == "x86_64"
REFUSED = {"EPERM", "EACCES"}
ABSENT = {"ENOSYS"}
SETUID = [str(path) for path in Path("/usr/bin").iterdir() if path.stat().st_mode & stat.S_ISUID]
GONE = {"EPERM", "EACCES", "ESRCH", "ENOENT"}


MOUNTS = (
    "mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr swapon swapoff "
    "quotactl acct"
)


# -- sockets --------------------------------------------------------------------------------------------------


@pytest.fixture
def victims() -> Iterator[Victims]:
    """Listeners of every kind, outside; none may have heard anything at the end of the test."""
    with listening() as there:
        yield there
        assert there.heard() == set()


async def test_no_socket_of_any_family_and_type(any_engine: LocalEngine) -> None:
    # TCP, UDP, raw, packet, netlink, AF_ALG, AF_VSOCK, AF_XDP, Bluetooth, CAN …: all that there are, and some more.
    seen = await seen_by(
        any_engine,
        f"for family in range(50):\n"
        f"    for kind in (1, 2, 3, 4, 5, 6, 10, 1 | 0o2000000):\n"
        f"        seen.setdefault(call({number('socket')}, family, kind, 0), []).append((family, kind))\n"
        f"seen = {{key: len(where) for key, where in seen.items()}}\n",
    )
    assert seen == {"EACCES": 400}


@pytest.mark.parametrize(
    "target",
    [
        "socket.create_connection(('127.0.0.1', tcp_port))",
        "socket.create_connection(('::1', tcp_port))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', udp_port))",
        "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).sendto(b'x', ('127.0.0.1', 0))",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).bind((0, 0))",
        "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET).bind(('hash', 'sha1'))",
        "socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).connect((2, 22))",
        "socket.socket(socket.AF_PACKET, socket.SOCK_RAW).send(b'x')",
        "socket.socket(socket.AF_UNIX).connect(path)",
        "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'x', path + '-d')",
        "socket.socket(socket.AF_UNIX).connect(abstract)",
        "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'x', abstract + '-d')",
        "socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')",
        "socket.create_connection(('169.254.169.254', 80), 1)",
        "socket.create_connection(('127.0.0.1', 5432), 1)",
        "socket.create_server(('127.0.0.1', 0))",
        "__import__('urllib.request').request.urlopen(f'http://127.0.0.1:{tcp_port}/')",
        "__import__('asyncio').run(__import__('asyncio').open_connection('127.0.0.1', tcp_port))",
        "__import__('torch').distributed.TCPStore('127.0.0.1', tcp_port, 1, True)",
        "subprocess.run(['/bin/sh', '-c', f'echo > /dev/tcp/127.0.0.1/{tcp_port}'], check=True)",
    ],
    ids=[
        *["TCP", "TCP 6", "UDP", "raw", "netlink", "AF_ALG", "AF_VSOCK", "packet", "unix", "unix datagram", "abstract"],
        *["abstract datagram", "container engine", "cloud metadata", "database", "a server", "urllib", "asyncio"],
        *["torch.distributed", "shell"],
    ],
)
async def test_nothing_outside_can_be_reached(engine: LocalEngine, victims: Victims, target: str) -> None:
    result = await attack(
        engine, f"import socket, subprocess\nprint('kept')\n{victims.given()}{target}\nprint('reached')\n"
    )
    assert (result.status, result.stdout) == ("error", "kept\n"), result
    assert result.error is not None
    refusals = ("Permission denied", "Operation not permitted", "Connection", "socket", "Network is unreachable")
    assert any(word in result.error["message"] for word in refusals), result.error["message"]


async def test_nothing_outside_can_be_reached_from_plain_docker(docker_engine: LocalEngine, victims: Victims) -> None:
    seen = await seen_by(
        docker_engine,
        f"{victims.given()}"
        "pair = socket.socketpair()[0]\n"
        "for family in ('AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK', 'AF_ALG', 'AF_VSOCK', 'AF_PACKET'):\n"
        "    for kind in (1, 2, 3, 5):\n"
        "        seen[f'{family} {kind}'] = attempt(socket.socket, getattr(socket, family), kind)\n"
        "for name, place in (('unix', path), ('abstract', abstract), ('engine', '/var/run/docker.sock')):\n"
        "    seen[name] = attempt(pair.connect, place)\n"
        "    seen[f'to {name}'] = attempt(pair.sendto, b'x', place)\n",
    )
    assert set(seen.values()) == {"EACCES"}


async def test_what_sockets_a_program_has_lead_nowhere(any_engine: LocalEngine, victims: Victims) -> None:
    numbers_ = numbers("connect bind listen accept4")
    seen = await seen_by(
        any_engine,
        f"{victims.given()}"
        "where = b'\\1\\0' + path.encode()\n"
        "hidden = b'\\1\\0' + abstract.encode()\n"
        "ours = socket.socketpair()[0].detach()\n"
        "for fd in (240, ours):\n"
        f"    for name, number in {numbers_!r}.items():\n"
        "        seen[f'{name} {fd}'] = call(number, fd, where, len(where), 0)\n"
        "    for address in (where, hidden):\n"
        f"        to = call({number('sendto')}, fd, b'x', 1, 0, address, len(address))\n"
        "        seen[f'sendto {fd} {len(address)}'] = to\n"
        f"seen['datagrams'] = call({number('socketpair')}, 1, 2, 0, ctypes.create_string_buffer(8))\n"
        f"seen['internet'] = call({number('socketpair')}, 2, 1, 0, ctypes.create_string_buffer(8))\n",
    )
    assert set(seen.values()) == {"EACCES"}


async def test_urgent_data_filters_and_descriptors_do_not_reach_the_service(any_engine: LocalEngine) -> None:
    before = len(os.listdir("/proc/self/fd"))
    seen = await seen_by(
        any_engine,
        "line = socket.socket(fileno=os.dup(240))\n"
        "pair = socket.socketpair()\n"
        "for name, sock in (('line', line), ('pair', pair[0])):\n"
        "    seen[f'urgent {name}'] = attempt(sock.send, b'x', socket.MSG_OOB)\n"
        "    seen[f'urgent message {name}'] = attempt(sock.sendmsg, [b'x'], [], socket.MSG_OOB)\n"
        "    seen[f'filter {name}'] = attempt(sock.setsockopt, socket.SOL_SOCKET, 26, bytes(16))\n"
        "frame = json.dumps({'kind': 'nothing'}).encode()\n"
        "for _ in range(40):\n"
        "    socket.send_fds(line, [struct.pack('>I', len(frame)) + frame], [0, 1, 2])\n"
        "pidfd = attempt(lambda: line.getsockopt(socket.SOL_SOCKET, 77))\n"
        "if pidfd == 'done':\n"
        "    descriptor = line.getsockopt(socket.SOL_SOCKET, 77)\n"
        f"    seen['signal by descriptor'] = call({number('pidfd_send_signal')}, descriptor, 9, 0, 0)\n"
        f"    seen['take a descriptor'] = call({number('pidfd_getfd')}, descriptor, 1, 0)\n"
        f"    seen['enter its namespaces'] = call({number('setns')}, descriptor, 0x20000000)\n",
    )
    assert {seen.pop(f"urgent {name}") for name in ("line", "pair", "message line", "message pair")} == {"ENOTSUP"}
    assert set(seen.values()) <= {"EPERM", "EINVAL", "ESRCH"}
    assert len(os.listdir("/proc/self/fd")) <= before + 8


# -- the kernel -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "answers"),
    [
        ("unshare setns", REFUSED),
        (MOUNTS, REFUSED),
        ("io_uring_setup io_uring_enter io_uring_register clone3 memfd_create", ABSENT),
        ("bpf perf_event_open userfaultfd seccomp fanotify_init inotify_init1", REFUSED | ABSENT),
        ("landlock_create_ruleset landlock_restrict_self", REFUSED | ABSENT),
        ("add_key request_key keyctl", REFUSED),
        ("reboot kexec_load init_module finit_module delete_module syslog sethostname setdomainname vhangup", REFUSED),
        ("personality ioprio_set", REFUSED),
        ("settimeofday clock_settime adjtimex clock_adjtime", REFUSED),
        ("setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset", REFUSED),
        ("shmget shmat shmctl msgget msgsnd semget semop mq_open memfd_secret remap_file_pages", REFUSED),
        ("name_to_handle_at open_by_handle_at execveat vmsplice splice tee", REFUSED),
    ],
    ids=[
        *["namespaces", "mounts", "io_uring", "kernel programs", "rules", "keys", "machine", "personality", "clock"],
        *["identity", "memory between programs", "handles"],
    ],
)
async def test_calls_a_program_has_no_business_with(any_engine: LocalEngine, names: str, answers: set[str]) -> None:
    seen = await seen_by(
        any_engine,
        f"for name, n in {numbers(names)!r}.items():\n"
        "    seen[name] = call(n, 0, 0, 0, 0, 0, 0)\n"
        "seen['host'] = os.uname().nodename\n"
        "seen['uid'] = os.getresuid()\n",
    )
    assert seen.pop("host") in {"fieldnotes", platform.node()}
    assert len(set(seen.pop("uid"))) == 1
    assert {name: answer for name, answer in seen.items() if answer not in answers} == {}


async def test_no_fork_leaves_the_runs_namespaces_or_family(any_engine: LocalEngine) -> None:
    flags = {
        "user": 0x10000000,
        "mount": 0x20000,
        "pid": 0x20000000,
        "net": 0x40000000,
        "ipc": 0x08000000,
        "uts": 0x04000000,
        "parent": 0x8000,
    }
    seen = await seen_by(
        any_engine,
        f"for name, flag in {flags!r}.items():\n"
        f"    seen[name] = call({number('clone')}, flag | 17, 0, 0, 0, 0)\n"
        f"seen['all'] = call({number('clone')}, {sum(flags.values())} | 17, 0, 0, 0, 0)\n",
    )
    assert set(seen.values()) == {"EPERM"}


@pytest.mark.skipif(not X86, reason="x32 is a way into x86-64 kernels")
async def test_x32_calls_do_not_exist(any_engine: LocalEngine) -> None:
    seen = await seen_by(
        any_engine,
        "x32 = 0x40000000\n"
        "for n in (*range(0, 340), *range(512, 548)):\n"
        "    seen.setdefault(call(x32 | n, 0, 0, 0), []).append(n)\n"
        "seen = {key: len(value) for key, value in seen.items()}\n",
    )
    assert seen == {"ENOSYS": 376}


INT80 = """
import ctypes, mmap, os
print('kept')
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex({code!r}))
enter = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print('entered', {how})
"""


@pytest.mark.skipif(not X86, reason="the code is for x86-64")
@pytest.mark.parametrize(
    "code",
    [
        "b814000000cd80c3",  # mov eax, 20 (getpid of i386); int 0x80; ret
        "b866000000bb01000000cd80c3",  # mov eax, 102 (socketcall); mov ebx, 1; int 0x80; ret
        "b80b000000cd80c3",  # mov eax, 11 (execve); int 0x80; ret
    ],
    ids=["getpid", "socketcall", "execve"],
)
async def test_the_entry_of_32_bit_programs_ends_the_process(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, INT80.format(code=code, how="enter()"))
    assert (result.status, reason(result), result.stdout) == ("crashed", "signal:SIGSYS", "kept\n")
    assert "through an entry that is closed here" in result.message


@pytest.mark.skipif(not X86, reason="the code is for x86-64")
async def test_a_fork_that_enters_as_a_32_bit_program_dies_alone(any_engine: LocalEngine) -> None:
    how = "os.fork() or enter(), os.wait()[1]"
    result = await attack(any_engine, INT80.format(code="b814000000cd80c3", how=how))
    assert (result.status, result.stdout.splitlines()[-1].split()[-1]) == ("ok", "31")


# -- new programs and other privileges ------------------------------------------------------------------------


async def test_nothing_but_the_interpreter_is_executed(any_engine: LocalEngine) -> None:
    tool = shutil.which("true") or "/bin/true"
    seen = await seen_by(
        any_engine,
        "import shutil, subprocess, sys\n"
        "def run(*words, **how): subprocess.run(words, check=True, **how)\n"
        f"seen['a tool'] = attempt(run, {tool!r})\n"
        "seen['a shell'] = attempt(run, '/bin/sh', '-c', 'true')\n"
        "open('script', 'w').write('#!/bin/sh\\n'); os.chmod('script', 0o755)\n"
        "seen['a script'] = attempt(run, './script')\n"
        "open('python', 'w').write(f'#!{sys.executable}\\n'); os.chmod('python', 0o755)\n"
        "seen['a script of Python'] = attempt(run, './python')\n"
        "shutil.copyfile(os.path.realpath(sys.executable), 'copy'); os.chmod('copy', 0o755)\n"
        "seen['a copy'] = attempt(run, './copy', '-c', '')\n"
        "seen['through a descriptor'] = attempt(os.execve, os.open('copy', os.O_RDONLY), ['copy'], {})\n"
        "seen['through /proc'] = attempt(os.execv, f\"/proc/self/fd/{os.open('copy', 0)}\", ['x'])\n"
        "fd = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o755); os.write(fd, open('copy', 'rb').read())\n"
        "seen['a file without a name'] = attempt(os.execve, fd, ['copy'], {})\n"
        f"seen['execveat'] = call({number('execveat')}, fd, b'', 0, 0, 0x1000)\n"
        f"seen['memfd'] = call({number('memfd_create')}, b'x', 0)\n"
        "seen['in shared memory'] = attempt(shutil.copy, 'copy', '/dev/shm/copy')\n"
        "if seen['in shared memory'] == 'done': seen['in shared memory'] = attempt(run, '/dev/shm/copy', '-c', '')\n"
        "os.mkfifo('pipe'); os.chmod('pipe', 0o755)\n"
        "seen['a pipe'] = attempt(os.execve, './pipe', ['x'], {})\n"
        "run(sys.executable, '-Ic', 'pass')\n",
    )
    assert seen.pop("memfd") == "ENOSYS"
    # EINVAL is the answer about an id that the run's user namespace does not know at all.
    assert set(seen.values()) <= REFUSED | {"EINVAL"}


async def test_no_way_leads_to_more_privileges(any_engine: LocalEngine) -> None:
    assert SETUID, "a machine without set-user-id programs proves nothing here"
    seen = await seen_by(
        any_engine,
        f"for path in {SETUID!r}:\n"
        "    seen[path] = attempt(os.execv, path, [path, '--version'])\n"
        "open('mine', 'w').close()\n"
        "os.chmod('mine', 0o6777)\n"
        "seen['give away'] = attempt(os.chown, 'mine', 0, 0)\n"
        "seen['group away'] = attempt(os.chown, 'mine', -1, 0)\n"
        "capability = struct.pack('<5I', 0x02000001, 2, 0, 2, 0)\n"
        "seen['capability'] = attempt(os.setxattr, 'mine', 'security.capability', capability)\n"
        "seen['device'] = attempt(os.mknod, 'null', 0o20666, os.makedev(1, 3))\n"
        "seen['ambient'] = 'done' if libc.prctl(47, 2, 0, 0, 0) == 0 else 'EPERM'\n"
        "seen['bits'] = 'done' if libc.prctl(28, 0, 0, 0, 0) == 0 else 'EPERM'\n"
        "seen['dumpable'] = 'done' if libc.prctl(4, 1, 0, 0, 0) == 0 else 'EPERM'\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "seen['now'] = {name: status[name].split() for name in ('CapEff', 'CapPrm', 'CapBnd', 'CapAmb', 'Groups',\n"
        "    'NoNewPrivs', 'Seccomp', 'Uid')}\n",
    )
    now = seen.pop("now")
    # EINVAL is the answer about an id that the run's user namespace does not know at all.
    assert set(seen.values()) <= REFUSED | {"EINVAL"}
    assert {now[name][0] for name in ("CapEff", "CapPrm", "CapAmb")} == {"0" * 16}
    # Emptying the bounding set takes a capability that the image's service has not got; no_new_privs makes it moot.
    assert int(now["CapBnd"][0], 16) & ~sum(1 << number for number in CAPABILITIES) == 0
    # An ordinary user can't give its groups up, and has none but its own.
    groups = [] if os.geteuid() == 0 else sorted(map(str, os.getgroups()))
    assert (sorted(now["Groups"]), now["NoNewPrivs"], now["Seccomp"]) == (groups, ["1"], ["2"])
    assert len(set(now["Uid"])) == 1
    assert now["Uid"][0] != "0"


async def test_the_machines_own_switches_can_not_be_opened(any_engine: LocalEngine) -> None:
    paths = [
        *[
            "/dev/mem",
            "/dev/kmsg",
            "/dev/kvm",
            "/dev/fuse",
            "/dev/tty",
            "/dev/ptmx",
            "/dev/net/tun",
            "/dev/userfaultfd",
        ],
        *["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/self/uid_map"],
        *["/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs", "/proc/self/mem", "/proc/1/mem"],
    ]
    seen = await seen_by(any_engine, f"for p in {paths!r}: seen[p] = attempt(os.open, p, os.O_WRONLY)")
    assert set(seen.values()) <= GONE | {"ENXIO", "ENODEV", "EROFS"}
