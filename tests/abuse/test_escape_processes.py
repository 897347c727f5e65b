"""Escape: other processes, and memory that is shared by name.

The one attacked is an honest run beside, the zygote, and the service itself; the run beside must go on and be right.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.runs.local import LocalEngine
from tests.abuse.conftest import attack, reason
from tests.abuse.escapes import beside_a_sibling, number, numbers, seen_by

GONE = {"EPERM", "EACCES", "ESRCH", "ENOENT"}


async def test_other_processes_can_not_be_traced_read_or_signalled(any_engine: LocalEngine) -> None:
    named = numbers(
        "ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise move_pages migrate_pages "
        "perf_event_open kill tgkill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_send_signal prlimit64 "
        "sched_setaffinity sched_setscheduler setpriority get_robust_list"
    )
    seen = await beside_a_sibling(
        any_engine,
        f"n = {named!r}\n"
        "iov = ctypes.create_string_buffer(struct.pack('QQ', id(seen), 8))\n"
        "info = ctypes.create_string_buffer(struct.pack('iii', 9, 0, -1), 128)\n"
        "mask = ctypes.create_string_buffer(b'\\1', 128)\n"
        "out = ctypes.create_string_buffer(64)\n"
        "for name, pid in (('sibling', sibling), ('zygote', zygote), ('supervisor', supervisor)):\n"
        "    got = seen[name] = {}\n"
        "    for request in (16, 0x4206, 1, 4):\n"
        "        got[f'ptrace {request}'] = call(n['ptrace'], request, pid, 0, 0)\n"
        "    for way in ('readv', 'writev'):\n"
        "        got[way] = call(n[f'process_vm_{way}'], pid, iov, 1, iov, 1, 0)\n"
        "    got['kcmp'] = call(n['kcmp'], pid, os.getpid(), 0, 0, 0)\n"
        "    got['move'] = call(n['move_pages'], pid, 0, 0, 0, 0, 0)\n"
        "    got['migrate'] = call(n['migrate_pages'], pid, 8, mask, mask)\n"
        "    got['perf'] = call(n['perf_event_open'], out, pid, -1, -1, 0)\n"
        "    for signal in (9, 15, 19, 0, 10):\n"
        "        got[f'kill {signal}'] = call(n['kill'], pid, signal)\n"
        "    got['group'] = call(n['kill'], -pid, 9)\n"
        "    got['tgkill'] = call(n['tgkill'], pid, pid, 9)\n"
        "    got['tkill'] = call(n['tkill'], pid, 9)\n"
        "    got['queue'] = call(n['rt_sigqueueinfo'], pid, 9, info)\n"
        "    got['queue to a thread'] = call(n['rt_tgsigqueueinfo'], pid, pid, 9, info)\n"
        "    fd = libc.syscall(n['pidfd_open'], pid, 0)\n"
        "    if fd >= 0:\n"
        "        got['pidfd signal'] = call(n['pidfd_send_signal'], fd, 9, 0, 0)\n"
        "        got['pidfd getfd'] = call(n['pidfd_getfd'], fd, 1, 0)\n"
        "        got['pidfd madvise'] = call(n['process_madvise'], fd, iov, 1, 4, 0)\n"
        "    got['limits'] = call(n['prlimit64'], pid, 0, out, 0)\n"
        "    got['affinity'] = call(n['sched_setaffinity'], pid, 8, mask)\n"
        "    got['scheduler'] = call(n['sched_setscheduler'], pid, 3, out)\n"
        "    got['priority'] = call(n['setpriority'], 0, pid, 19)\n"
        "    got['robust list'] = call(n['get_robust_list'], pid, out, out)\n"
        "    name = f'/proc/{pid}'\n"
        "    for file in ('environ', 'mem', 'maps', 'auxv', 'stack', 'syscall', 'io', 'pagemap', 'clear_refs'):\n"
        "        got[file] = attempt(open, f'{name}/{file}', 'rb')\n"
        "    got['write mem'] = attempt(open, f'{name}/mem', 'wb')\n"
        "    got['score'] = attempt(open, f'{name}/oom_score_adj', 'w')\n"
        "    got['thread'] = attempt(open, f'{name}/task/{pid}/mem', 'rb')\n"
        "    for folder in ('fd', 'map_files', 'root', 'cwd'):\n"
        "        got[folder] = attempt(os.listdir, f'{name}/{folder}')\n"
        "    for link in ('exe', 'cwd', 'root', 'fd/0', 'ns/mnt'):\n"
        "        got[f'link {link}'] = attempt(os.readlink, f'{name}/{link}')\n",
    )
    for name, got in seen.items():
        reached = {what: answer for what, answer in got.items() if answer not in GONE}
        assert reached == {}, name


@pytest.mark.parametrize("target", ["-1", "os.getppid()", "1", "-os.getppid() or -1"])
async def test_a_signal_to_everybody_reaches_only_the_run_itself(any_engine: LocalEngine, target: str) -> None:
    seen = await beside_a_sibling(
        any_engine,
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "child = os.fork()\n"
        "if child == 0:\n    time.sleep(60)\n"
        f"seen['sent'] = attempt(os.kill, {target}, 15)\n"
        "os.kill(child, 9); os.waitpid(child, 0)\n",
    )
    assert seen["sent"] in {"done", "EPERM", "ESRCH"}


async def test_its_own_group_is_all_that_a_program_ends(any_engine: LocalEngine) -> None:
    result = await attack(any_engine, "import os\nprint('kept')\nos.kill(0, 9)\nprint('never')\n")
    assert (result.status, reason(result), result.stdout) == ("crashed", "signal:SIGKILL", "kept\n")


async def test_signals_by_way_of_a_descriptors_owner_do_not_leave_the_run(any_engine: LocalEngine) -> None:
    seen = await beside_a_sibling(
        any_engine,
        "import fcntl, signal\n"
        "signal.signal(signal.SIGIO, signal.SIG_IGN)\n"
        "read, write = os.pipe()\n"
        "for pid in (sibling, -sibling, zygote, supervisor, 1):\n"
        "    fcntl.fcntl(read, 10, 9)\n"  # F_SETSIG
        "    seen[str(pid)] = attempt(fcntl.fcntl, read, fcntl.F_SETOWN, pid)\n"
        "    fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC)\n"
        "    os.write(write, b'x')\n",
    )
    assert set(seen.values()) <= {"done", "ESRCH", "EPERM"}


async def test_what_can_be_seen_of_others_is_not_their_environment(any_engine: LocalEngine) -> None:
    seen = await beside_a_sibling(
        any_engine,
        "pids = seen['pids'] = [int(name) for name in os.listdir('/proc') if name.isdigit()]\n"
        "seen['own'] = os.getpid()\n"
        "seen['read'] = [pid for pid in pids if attempt(open, f'/proc/{pid}/environ') == 'done']\n"
        "seen['names'] = sorted(os.environ)\n",
    )
    assert seen["read"] == [seen["own"]]
    assert not {name for name in seen["names"] if name.startswith(("FIELDNOTES", "PYTEST", "SSH", "DATABASE"))}
    if any_engine.pool.host.plan_has("pid_ns"):
        assert sorted(seen["pids"]) == sorted({1, seen["own"]})


# -- shared memory of other kinds ----------------------------------------------------------------------------


@pytest.fixture
def segment() -> Iterator[tuple[int, int]]:
    """Key and id of a System V segment that everybody may write to."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    key = 0x51A0 + os.getpid()
    ident = libc.shmget(key, 4096, 0o1000 | 0o666)
    if ident < 0:
        pytest.skip("this machine gives nobody shared memory")
    address = libc.shmat(ident, None, 0)
    ctypes.memset(address, 0, 4096)
    yield key, ident
    untouched = ctypes.string_at(address, 4096) == bytes(4096)
    libc.shmdt(ctypes.c_void_p(address))
    libc.shmctl(ident, 0, None)
    assert untouched


async def test_shared_memory_of_the_machine_is_out_of_reach(any_engine: LocalEngine, segment: tuple[int, int]) -> None:
    key, ident = segment
    victim = Path("/dev/shm") / f"victim-{os.getpid()}"
    victim.write_text("secret")
    victim.chmod(0o600)
    try:
        seen = await seen_by(
            any_engine,
            f"seen['get'] = call({number('shmget')}, {key}, 4096, 0o666)\n"
            f"seen['new'] = call({number('shmget')}, 0, 4096, 0o1666)\n"
            f"seen['attach'] = call({number('shmat')}, {ident}, 0, 0)\n"
            f"seen['remove'] = call({number('shmctl')}, {ident}, 0, 0)\n"
            f"seen['read'] = attempt(open, {str(victim)!r})\n"
            f"seen['unlink'] = attempt(os.unlink, {str(victim)!r})\n"
            f"seen['queue'] = call({number('mq_open')}, b'queue', 0o102, 0o666, 0)\n",
        )
    finally:
        victim.unlink()
    assert set(seen.values()) <= GONE
