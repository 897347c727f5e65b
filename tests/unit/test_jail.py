from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import pytest

from app.sandbox import jail, rehearsal
from tests.walled import DOCKER, MODES, ROOT, UID_BASE, behind

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root may change user ids")
EVERY_MODE = pytest.mark.parametrize("mode", MODES if os.geteuid() == 0 else ["all"])


def probed(*disabled: str) -> jail.Plan:
    code = (
        "import sys; from app.sandbox import jail;"
        f"print(jail.probe(uid_base={UID_BASE}, disabled=frozenset(sys.argv[1:])).to_json())"
    )
    done = subprocess.run([sys.executable, "-c", code, *disabled], cwd=ROOT, capture_output=True, text=True, check=True)
    return jail.Plan.from_json(done.stdout)


# -- the plan --------------------------------------------------------------------------------------------------


def test_a_plan_lists_every_layer_with_a_sentence() -> None:
    plan = probed()
    assert tuple(layer.name for layer in plan.layers) == jail.LAYER_NAMES
    assert all(layer.detail for layer in plan.layers)
    assert plan.as_dicts()[0]["name"] == "uid"


@pytest.mark.parametrize("name", jail.LAYER_NAMES)
def test_a_layer_that_is_switched_off_is_not_in_force(name: str) -> None:
    plan = probed(name)
    layer = next(layer for layer in plan.layers if layer.name == name)
    assert (layer.in_force, layer.detail) == (False, "switched off")


def test_an_unknown_layer_can_t_be_switched_off() -> None:
    with pytest.raises(ValueError, match="no such layer: moat"):
        jail.probe(uid_base=UID_BASE, disabled=frozenset({"moat"}))


@pytest.mark.parametrize("name", ["landlock", "seccomp", "no_new_privs"])
def test_no_plan_is_complete_without(name: str) -> None:
    assert not probed(name).complete


@ROOT_ONLY
def test_a_user_namespace_takes_the_place_of_user_ids() -> None:
    plan = probed("uid")
    assert plan.complete == (plan.has("user_ns") and plan.has("pid_ns"))
    assert not probed("uid", "user_ns").complete


def test_without_user_ids_and_namespaces_no_plan_is_complete() -> None:
    assert not probed("uid", *DOCKER).complete


def test_probing_is_quick_and_leaves_nothing() -> None:
    before = set(os.listdir("/proc/self/fd")), set(os.listdir(tempfile.gettempdir()))
    start = time.monotonic()
    probed()
    assert time.monotonic() - start < 2
    after = set(os.listdir("/proc/self/fd")), set(os.listdir(tempfile.gettempdir()))
    assert not {name for name in after[1] - before[1] if name.startswith("fieldnotes-rehearsal-")}
    assert before[0] == after[0]


def test_a_seat_without_a_user_id_is_refused_where_the_plan_promises_one() -> None:
    plan = jail.Plan((jail.Layer("uid", in_force=True, detail=""),), UID_BASE)
    limits = jail.Limits(1, None, 1, 1, 1, 1, 1)
    with pytest.raises(jail.WallError, match="no user id of its own"):
        jail.confine(plan, jail.Seat(0, None, "/"), limits)


def test_a_layer_that_kills_or_hangs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rehearsal._verdict(['"uid"', '"landlock"']) == ("landlock", "the process that put it up died or hung")
    assert rehearsal._verdict(['"uid"', '["uid", "refused"]']) == ("uid", "refused")
    assert rehearsal._verdict(['"uid"', "null"]) is None
    assert rehearsal._verdict([]) == ("", "the process that put it up died or hung")
    failures = iter([("landlock", "died"), ("net_ns", "refused"), None])
    monkeypatch.setattr(rehearsal, "_rehearse", lambda *_: next(failures))
    plan = jail.probe(uid_base=UID_BASE)
    assert (plan.has("landlock"), plan.has("net_ns"), plan.has("seccomp")) == (False, False, True)


# -- behind the wall -------------------------------------------------------------------------------------------


@EVERY_MODE
def test_identity_and_privileges_are_gone_for_good(mode: str) -> None:
    seen = behind(
        mode,
        """
import ctypes
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
report["caps"] = [int(status[name], 16) for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")]
report["nnp"], report["seccomp"] = status["NoNewPrivs"], status["Seccomp"]
report["uids"], report["groups"] = os.getresuid(), os.getgroups()
report["setuid"] = attempt(lambda: os.setuid(0))
report["setgroups"] = attempt(lambda: os.setgroups([0]))
libc = ctypes.CDLL(None, use_errno=True)
report["dumpable"] = libc.prctl(3)
report["set_dumpable"] = libc.prctl(4, 0)
report["ptracer"] = libc.prctl(0x59616d61, 1)
report["cwd"], report["session"] = os.getcwd(), os.getsid(0) == os.getpid()
report["oom"] = open("/proc/self/oom_score_adj").read().strip()
""",
    )
    assert seen["caps"] == [0, 0, 0, 0]
    assert (seen["nnp"], seen["seccomp"]) == ("1", "2")
    if seen["plan"]["uid"]:
        assert seen["uids"] == [UID_BASE] * 3
        assert seen["groups"] == []
    assert seen["setuid"] == seen["setgroups"] == "EPERM"
    assert (seen["dumpable"], seen["set_dumpable"], seen["ptracer"]) == (1, -1, -1)
    assert seen["cwd"].endswith("/seat")
    assert seen["session"]
    assert seen["oom"] == "1000"


@EVERY_MODE
def test_no_socket_of_any_family_but_connected_pairs(mode: str) -> None:
    seen = behind(
        mode,
        """
import socket
report["families"] = {family: attempt(lambda f=family: socket.socket(f, socket.SOCK_STREAM)) for family in range(46)}
report["raw"] = attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
left, right = socket.socketpair()
left.send(b"hello")
report["pair"] = right.recv(5).decode()
report["datagrams"] = attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
report["connect"] = attempt(lambda: left.connect("/tmp/x"))
report["bind"] = attempt(lambda: left.bind("/tmp/x"))
report["listen"] = attempt(lambda: left.listen())
report["sendto"] = attempt(lambda: left.sendto(b"x", "/tmp/x"))
""",
    )
    assert set(seen["families"].values()) == {"EACCES"}
    assert seen["raw"] == seen["datagrams"] == seen["connect"] == seen["bind"] == seen["listen"] == "EACCES"
    assert seen["sendto"] == "EACCES"
    assert seen["pair"] == "hello"


@EVERY_MODE
def test_only_the_interpreter_can_be_executed(mode: str) -> None:
    seen = behind(
        mode,
        """
import shutil, subprocess
def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "failed"
    except OSError as error:
        return type(error).__name__
report["python"] = run(sys.executable, "-I", "-c", "import json, xml.dom; print(6 * 7)")
report["sh"] = run("/bin/sh", "-c", "echo out")
report["su"] = run("/bin/su", "-c", "id")
open("tool", "w").write("#!" + sys.executable + "\\nprint('out')\\n")
os.fchmod(os.open("tool", os.O_RDONLY), 0o755)
report["script"] = run("./tool")
report["copy"] = attempt(lambda: shutil.copyfile("/bin/sh", "sh"))
report["memfd"] = attempt(lambda: os.memfd_create("x"))
descriptor = os.open(sys.executable, os.O_RDONLY)
loaders = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
report["loader"] = run([p for p in loaders if os.path.exists(p)][0], "/bin/sh", "-c", "echo out")
""",
    )
    assert seen["python"] == "42"
    assert seen["sh"] == seen["su"] == seen["script"] == "PermissionError"
    assert seen["copy"] == "EACCES"
    assert seen["memfd"] == "ENOSYS"
    assert seen["loader"] == "failed"


@EVERY_MODE
def test_files_outside_are_neither_read_nor_written(mode: str) -> None:
    seen = behind(
        mode,
        f"""
def read(path):
    return attempt(lambda: open(path).close())
project = {str(ROOT)!r}
report["read"] = [read(p) for p in ("/etc/shadow", "/etc/hosts", "/bin/sh", project + "/pyproject.toml",
    project + "/app/settings.py", outside + "/secret")]
def listed(path):
    # Where the project lies below /tmp, a run sees the few folders on the way to what it may read, and nothing else.
    on_the_way = {{".venv", "app", "sandbox", "__init__.py"}}
    try:
        return "done" if set(os.listdir(path)) - on_the_way else "EACCES"
    except OSError as error:
        return __import__("errno").errorcode[error.errno]
report["list"] = [listed(p) for p in ("/", "/etc", project, project + "/app", outside)]
report["write"] = [attempt(lambda p=p: open(p, "w").close()) for p in ("/x", "/etc/x", outside + "/x",
    outside + "/secret", os.__file__, sys.prefix + "/x", "/dev/sda", "/proc/self/oom_score_adj")]
report["other"] = [
    attempt(lambda: os.mkdir(outside + "/folder")),
    attempt(lambda: os.unlink(outside + "/secret")),
    attempt(lambda: os.truncate(outside + "/secret", 0)),
    attempt(lambda: os.chmod(outside + "/secret", 0)),
    attempt(lambda: os.utime(outside + "/secret")),
    attempt(lambda: os.link(outside + "/secret", "secret")),
    attempt(lambda: os.rename(outside + "/secret", "secret")),
    attempt(lambda: os.mkdir("/x")),
    attempt(lambda: os.chmod(os.__file__, 0o777)),
    attempt(lambda: os.mknod("disk", 0o60600, 0x800)),
]
os.symlink(outside + "/secret", "link")
report["link"] = read("link")
names = ("environ", "mem", "maps", "fd/0", "fd/1", "fd/2", "root/etc/passwd", "cwd/pyproject.toml")
report["peek"] = [read(f"/proc/{{outsider}}/{{name}}") for name in names]
report["fine"] = [read(p) for p in ("/etc/passwd", "/proc/cpuinfo", "/proc/self/status", "/dev/null", "/dev/urandom")]
report["own"] = attempt(lambda: open("mine", "w").write("x")) + open("mine").read()
os.makedirs("a/b"); os.rename("mine", "a/b/mine"); os.mkfifo("pipe")
""",
    )
    refused = {"EACCES", "EPERM", "EROFS", "ENOENT", "EXDEV"}
    for name in ("read", "list", "write", "other", "peek"):
        assert set(seen[name]) <= refused, (name, seen[name])
    assert seen["link"] in refused
    assert set(seen["fine"]) == {"done"}
    assert seen["own"] == "donex"


@EVERY_MODE
def test_processes_outside_can_t_be_signalled_or_traced(mode: str) -> None:
    seen = behind(
        mode,
        """
import ctypes, resource, signal
libc = ctypes.CDLL(None, use_errno=True)
report["kill"] = [attempt(lambda p=p: os.kill(p, signal.SIGURG)) for p in (outsider, 1)]
report["ptrace"] = libc.ptrace(16, outsider, 0, 0)
report["limits"] = attempt(lambda: resource.prlimit(os.getppid() or 1, resource.RLIMIT_CORE))
child = os.fork()
if child == 0:
    signal.pause()
os.kill(child, signal.SIGKILL)
report["own"] = os.waitpid(child, 0)[1]
""",
    )
    refused = {"EPERM", "ESRCH"}
    allowed_to_init = {"done"} if seen["plan"]["pid_ns"] else set()
    assert set(seen["kill"]) <= refused | allowed_to_init
    assert seen["ptrace"] == -1
    assert seen["limits"] == "EPERM"
    assert seen["own"] == 9


@EVERY_MODE
def test_calls_that_make_or_change_kernel_objects_are_refused(mode: str) -> None:
    seen = behind(
        mode,
        """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) for a in arguments])
    return ctypes.get_errno() if result < 0 else 0
if os.uname().machine == "x86_64":
    numbers = dict(ptrace=101, unshare=272, setns=308, mount=165, umount2=166, pivot_root=155, chroot=161,
        personality=135, process_vm_readv=310, process_vm_writev=311, kcmp=312, pidfd_getfd=438, bpf=321,
        perf_event_open=298, userfaultfd=323, keyctl=250, add_key=248, request_key=249, shmget=29, msgget=68,
        semget=64, mq_open=240, execveat=322, memfd_secret=447, quotactl=179, reboot=169, init_module=175, iopl=172,
        ioperm=173, open_by_handle_at=304, name_to_handle_at=303, fanotify_init=300, inotify_init1=294, seccomp=317,
        open_tree=428, move_mount=429, fsopen=430, mount_setattr=442, setuid=105, capset=126, syslog=103, splice=275)
    report["refused"] = {name: call(number, 0, 0, 0, 0, 0, 0) for name, number in numbers.items()}
    report["absent"] = [call(n, 0, 0, 0, 0, 0, 0) for n in (425, 426, 427, 435, 319, 451, 999)]
    report["x32"] = call(0x40000000 + 39)
    report["namespaces"] = [call(56, flag | 17, 0, 0, 0, 0) for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000)]
    report["siblings"] = call(56, 0x8000 | 17, 0, 0, 0, 0)
""",
    )
    if "refused" not in seen:
        pytest.skip("the numbers are those of x86_64")
    assert {name for name, number in seen["refused"].items() if number != 1} == set()
    assert set(seen["absent"]) == {38}
    assert seen["x32"] == 38
    assert set(seen["namespaces"]) == {1}
    assert seen["siblings"] == 1


@EVERY_MODE
def test_limits_hold_and_can_t_be_raised(mode: str) -> None:
    seen = behind(
        mode,
        """
import errno, resource
names = ("CPU", "FSIZE", "NOFILE", "CORE", "MEMLOCK", "MSGQUEUE")
report["limits"] = {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in names}
try:
    resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))
    report["raise"] = "done"
except (ValueError, OSError):
    report["raise"] = "refused"
report["large"] = attempt(lambda: open("large", "wb", 0).truncate(1 << 30))
children, end = [], ""
for _ in range(3000):
    try:
        pid = os.fork()
    except OSError as error:
        end = errno.errorcode[error.errno]
        break
    if pid == 0:
        import signal
        signal.pause()
    children.append(pid)
for pid in children:
    os.kill(pid, 9)
    os.waitpid(pid, 0)
report["forks"], report["end"] = len(children), end
""",
    )
    assert seen["limits"]["CPU"] == [20, 21]
    assert seen["limits"]["FSIZE"] == [1 << 20] * 2
    assert seen["limits"]["NOFILE"] == [256, 256]
    assert seen["limits"]["CORE"] == seen["limits"]["MSGQUEUE"] == [0, 0]
    assert seen["raise"] == "refused"
    assert seen["large"] == "EFBIG"
    assert seen["end"] == "EAGAIN"
    # Without a user or namespace of its own a run shares its count with everything of that user.
    assert seen["forks"] < (40 if seen["plan"]["uid"] or seen["plan"]["user_ns"] else 400)


@EVERY_MODE
def test_the_disk_of_a_run_is_small_where_it_can_be(mode: str) -> None:
    seen = behind(
        mode,
        """
def fill(folder):
    for number in range(100):
        with open(f"{folder}/{number}", "wb", 0) as file:
            for _ in range(8):
                file.write(bytes(1 << 16))
report["bytes"] = attempt(lambda: fill("."))
for number in range(100):
    if os.path.exists(str(number)):
        os.unlink(str(number))
report["files"] = attempt(lambda: [open(f"f{n}", "w").close() for n in range(300)])
report["mounts"] = {name: os.statvfs(name).f_flag & 14 for name in (".", "/tmp", "/dev/shm")}
""",
    )
    if not seen["plan"]["mount_ns"]:
        pytest.skip("without a mount namespace the supervisor counts")
    assert seen["bytes"] == seen["files"] == "ENOSPC"
    assert set(seen["mounts"].values()) == {os.ST_NOSUID | os.ST_NODEV | os.ST_NOEXEC}


@EVERY_MODE
def test_multiprocessing_threads_and_asyncio_work(mode: str) -> None:
    program = """
import asyncio, concurrent.futures, faulthandler, multiprocessing, sys, tempfile, threading

def square(x):
    return x * x

def put(queue, x):
    queue.put(x + 1)

async def wait():
    await asyncio.sleep(0.01)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "print('sub')", stdout=-1)
    out, _ = await process.communicate()
    return out.decode().strip()

if __name__ == "__main__":
    faulthandler.enable()
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, pool.map(square, range(4)))
        queue = context.Queue()
        process = context.Process(target=put, args=(queue, 1))
        process.start()
        print(queue.get(timeout=20), process.join(), process.exitcode)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        print(list(pool.map(square, range(3))))
    print(asyncio.run(wait()))
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write("temp")
"""
    seen = behind(
        mode,
        f"""
import subprocess
open("main.py", "w").write({program!r})
done = subprocess.run([sys.executable, "main.py"], capture_output=True, text=True, timeout=50)
report["out"], report["err"] = done.stdout, done.stderr[-2000:]
""",
        processes=60,
    )
    expected = ["fork [0, 1, 4, 9]", "2 None 0", "spawn [0, 1, 4, 9]", "2 None 0", "[0, 1, 4]", "sub"]
    assert seen["out"].splitlines() == expected, seen["err"]


def test_an_open_channel_keeps_working() -> None:
    # The report itself comes through a pipe that was open before the wall was closed.
    assert behind("all", "report['said'] = 'hello'")["said"] == "hello"


def test_a_child_ends_with_its_parent() -> None:
    seen = behind(
        "all",
        """
import ctypes
signal = ctypes.c_int()
ctypes.CDLL(None).prctl(2, ctypes.byref(signal))
report["signal"] = signal.value
""",
    )
    assert seen["signal"] == 9
