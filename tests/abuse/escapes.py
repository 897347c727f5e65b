"""What the escape tests share: how a hostile program makes any system call, and victims that must hear nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import platform
import select
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.runs.local import LocalEngine
from app.runs.models import Event, RunRequest, RunResult
from tests.abuse.conftest import Remains, attack, nothing_left
from tests.support import run, settled

PRELUDE = """
import ctypes, errno, json, os, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
seen = {}

def call(number, *arguments):
    '''The name of the error that a system call meets, or `done`.'''
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    ctypes.set_errno(0)
    done = libc.syscall(ctypes.c_long(number), *words, *[ctypes.c_long(0)] * (6 - len(words)))
    return errno.errorcode.get(ctypes.get_errno(), "?") if done == -1 else "done"

def attempt(action, *arguments):
    try:
        action(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    return "done"

def report():
    print(json.dumps(seen))
"""

# name=x86_64:aarch64, as in the kernel's headers.
_NUMBERS = """
unshare=272:97 setns=308:268 clone=56:220 clone3=435:435
mount=165:40 umount2=166:39 pivot_root=155:41 chroot=161:51 open_tree=428:428 move_mount=429:429 fsopen=430:430
fsconfig=431:431 fsmount=432:432 fspick=433:433 mount_setattr=442:442 swapon=167:224 swapoff=168:225 quotactl=179:60
acct=163:89
ptrace=101:117 process_vm_readv=310:270 process_vm_writev=311:271 kcmp=312:272 pidfd_getfd=438:438
process_madvise=440:440 move_pages=279:239 migrate_pages=256:238 perf_event_open=298:241
bpf=321:280 userfaultfd=323:282 io_uring_setup=425:425 io_uring_enter=426:426 io_uring_register=427:427 seccomp=317:277
landlock_create_ruleset=444:444 landlock_restrict_self=446:446 fanotify_init=300:262 inotify_init1=294:26
add_key=248:217 request_key=249:218 keyctl=250:219
reboot=169:142 kexec_load=246:104 init_module=175:105 finit_module=313:273 delete_module=176:106 syslog=103:116
sethostname=170:161 setdomainname=171:162 vhangup=153:58 personality=135:92 ioprio_set=251:30
settimeofday=164:170 clock_settime=227:112 adjtimex=159:171 clock_adjtime=305:266
setuid=105:146 setgid=106:144 setreuid=113:145 setregid=114:143 setresuid=117:147 setresgid=119:149 setgroups=116:159
setfsuid=122:151 setfsgid=123:152 capset=126:91
shmget=29:194 shmat=30:196 shmctl=31:195 msgget=68:186 msgsnd=69:189 semget=64:190 semop=65:193 mq_open=240:180
memfd_create=319:279 memfd_secret=447:447 remap_file_pages=216:234
name_to_handle_at=303:264 open_by_handle_at=304:265 execveat=322:281 vmsplice=278:75 splice=275:76 tee=276:77
socket=41:198 socketpair=53:199 connect=42:203 bind=49:200 listen=50:201 accept4=288:242 sendto=44:206
kill=62:129 tgkill=234:131 tkill=200:130 rt_sigqueueinfo=129:138 rt_tgsigqueueinfo=297:240 pidfd_open=434:434
pidfd_send_signal=424:424 prlimit64=302:261 sched_setaffinity=203:122 setpriority=141:140 get_robust_list=274:100
sched_setscheduler=144:119
"""


def number(name: str) -> int:
    """Of the system call *name* on this machine."""
    column = {"x86_64": 0, "aarch64": 1}.get(platform.machine())
    if column is None:
        pytest.skip(f"no numbers for {platform.machine()}")
    table = dict(item.split("=") for item in _NUMBERS.split())
    return int(table[name].split(":")[column])


def numbers(names: str) -> dict[str, int]:
    """Of several system calls."""
    return {name: number(name) for name in names.split()}


async def seen_by(engine: LocalEngine, code: str, **fields: Any) -> dict[str, Any]:
    """What a hostile program put into ``seen`` before it called ``report()``; it must have got so far."""
    result = await attack(engine, f"{PRELUDE}\n{code}\nreport()\n", **{"timeout_s": 10, **fields})
    return reported(result)


def reported(result: RunResult) -> dict[str, Any]:
    """The report of a program that ran to its end."""
    assert result.status == "ok", (result.status, result.message, result.error, result.stderr)
    answer: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return answer


# -- a sibling ----------------------------------------------------------------------------------------------------

SIBLING = """
import time
secret = "of the sibling"
for number in range(2000):
    print(number, secret)
    time.sleep(0.02)
"""


class Sibling:
    """An honest run that goes on while another one attacks it."""

    def __init__(self, engine: LocalEngine) -> None:
        self._engine = engine
        self._text = ""
        self._last: Event | None = None
        self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        async for event in self._engine.run(RunRequest(code=SIBLING, client="sibling", timeout_s=60)):
            self._last = event
            self._text += event.data.get("text", "")

    @property
    def pid(self) -> int:
        """Its process, as the supervisor sees it."""
        (watched,) = self._engine._watch._runs.values()
        return watched.child.pid

    async def goes_on(self) -> None:
        """Wait until it has said something more."""
        before = len(self._text)
        while len(self._text) == before:
            assert not self._task.done(), f"the sibling ended: {self._last}"
            await asyncio.sleep(0.01)

    async def end(self) -> None:
        """Assert that it lives and that everything it has said is right, and end it."""
        await self.goes_on()
        for run_id in list(self._engine._runs):
            await self._engine.cancel(run_id)
        await self._task
        whole = "".join(f"{number} of the sibling\n" for number in range(2000))
        assert whole.startswith(self._text), "it may be cut, and must be right up to there"
        assert self._last is not None
        assert self._last.data["status"] == "cancelled"


async def beside_a_sibling(engine: LocalEngine, code: str) -> dict[str, Any]:
    """What *code* saw, which was given the process ids ``sibling, zygote, supervisor``; the sibling must be well."""
    await settled(engine)
    before = Remains.of(engine)
    sibling = Sibling(engine)
    try:
        result = await _attack_on(engine, sibling, code)
    finally:
        await sibling.end()
    await nothing_left(engine, before)
    return reported(result)


async def _attack_on(engine: LocalEngine, sibling: Sibling, code: str) -> RunResult:
    await sibling.goes_on()
    ids = {"sibling": sibling.pid, "zygote": engine.pool.host.pid, "supervisor": os.getpid()}
    given = "".join(f"{name} = {pid}\n" for name, pid in ids.items())
    return await run(engine, f"{PRELUDE}\n{given}\n{code}\nreport()\n", client="hostile", timeout_s=10)


# -- victims ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Victims:
    """Sockets of a service outside, of every kind that a program may try to reach."""

    sockets: dict[str, socket.socket]
    tcp_port: int
    udp_port: int
    path: str
    abstract: str

    def given(self) -> str:
        """Lines of Python that tell a hostile program where they are."""
        names = ("tcp_port", "udp_port", "path", "abstract")
        return "".join(f"{name} = {getattr(self, name)!r}\n" for name in names)

    def heard(self) -> set[str]:
        """Which of them were connected or written to."""
        readable = select.select(list(self.sockets.values()), [], [], 0)[0]
        return {name for name, sock in self.sockets.items() if sock in readable}


@contextlib.contextmanager
def listening() -> Iterator[Victims]:
    """Victims, for as long as the context lasts; their files may be opened by everybody."""
    kinds = {
        "tcp": (socket.AF_INET, socket.SOCK_STREAM),
        "udp": (socket.AF_INET, socket.SOCK_DGRAM),
        "unix": (socket.AF_UNIX, socket.SOCK_STREAM),
        "unix datagram": (socket.AF_UNIX, socket.SOCK_DGRAM),
        "abstract": (socket.AF_UNIX, socket.SOCK_STREAM),
        "abstract datagram": (socket.AF_UNIX, socket.SOCK_DGRAM),
    }
    with tempfile.TemporaryDirectory(prefix="victim-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o777)
        sockets = {kind: stack.enter_context(socket.socket(*how)) for kind, how in kinds.items()}
        for kind in ("tcp", "udp"):
            sockets[kind].bind(("127.0.0.1", 0))
        abstract = f"\0{folder.name}"
        for kind, place in (("unix", f"{folder}/s"), ("abstract", abstract)):
            sockets[kind].bind(place)
            sockets[f"{kind} datagram"].bind(f"{place}-d")
        for path in folder.iterdir():
            path.chmod(0o777)
        for kind in ("tcp", "unix", "abstract"):
            sockets[kind].listen()
        tcp_port, udp_port = (sockets[kind].getsockname()[1] for kind in ("tcp", "udp"))
        yield Victims(sockets, tcp_port, udp_port, f"{folder}/s", abstract)
