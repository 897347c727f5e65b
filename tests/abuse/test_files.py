"""Files: full disks, endless folders, odd names, links that lead out, what must not be read or written, leftovers."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.runs.local import LocalEngine
from app.settings import MIB, ROOT
from tests.abuse.conftest import attack, hostile_settings, of, reason
from tests.support import run, running

DISK = 16 * MIB
FILES = 500
TOO_MUCH = "Wrote more than 16 MiB of files, the limit. Write less."
TOO_MANY = "Made more than 500 files, folders and links, the limit. Make fewer, or delete as you go."
NOT_YET = "import time; time.sleep(2)"
"""Where no file system of the run's own says no at once, the count from outside does, a little later."""

# -- too much --------------------------------------------------------------------------------------------------

FULL = {
    "many files": "for i in range(100): open(f'f{i}', 'wb').write(b'x' * 2**20)",
    "one file": "file = open('f', 'wb')\nfor _ in range(600): file.write(b'x' * 2**20)",
    "in a folder deep down": (
        "import os\nos.makedirs('a/' * 50)\nfor i in range(100): open('a/' * 50 + f'f{i}', 'wb').write(b'x' * 2**20)\n"
    ),
    "by processes": (
        "import os, time\n"
        "for i in range(8):\n"
        "    if os.fork() == 0:\n"
        "        for j in range(10): open(f'f{i}-{j}', 'wb').write(b'x' * 2**20)\n"
        "        os._exit(0)\n"
        "time.sleep(1)\n"
        "open('last', 'wb').write(b'x' * 2**22)\n"
    ),
    "without a name": (
        "import os\n"
        "kept = []\n"
        "for i in range(100):\n"
        "    kept.append(open(f'f{i}', 'wb'))\n"
        "    os.unlink(f'f{i}')\n"
        "    kept[-1].write(b'x' * 2**20)\n"
    ),
    "reserved": (
        "import os\nfor i in range(100): os.posix_fallocate(os.open(f'f{i}', os.O_CREAT | os.O_WRONLY), 0, 2**20)\n"
    ),
    "by torch.save": "import torch\nfor i in range(100): torch.save(torch.ones(2**18), f'{i}.pt')",
    "by mapping": (
        "import mmap, os\n"
        "for i in range(100):\n"
        "    file = os.open(f'f{i}', os.O_CREAT | os.O_RDWR)\n"
        "    os.posix_fallocate(file, 0, 2**20)\n"
        "    mmap.mmap(file, 2**20).write(b'x' * 2**20)\n"
        "    os.close(file)\n"
    ),
}


@pytest.mark.parametrize("code", FULL.values(), ids=FULL)
async def test_a_full_disk_is_named(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n{NOT_YET}\n", timeout_s=8)
    assert (result.status, reason(result), result.stdout) == ("disk", "disk", "kept\n"), result
    assert result.message == TOO_MUCH
    assert of(result, "done")[0]["limit"] == DISK


MANY = {
    "empty files": "for i in range(3000): open(f'f{i}', 'w').close()",
    "folders": "import os\nfor i in range(3000): os.mkdir(f'd{i}')",
    "symbolic links": "import os\nfor i in range(3000): os.symlink('/', f'l{i}')",
    "hard links": "import os\nopen('f', 'w')\nfor i in range(3000): os.link('f', f'l{i}')",
    "pipes": "import os\nfor i in range(3000): os.mkfifo(f'p{i}')",
    "a tree": ("import os\nfor i in range(20):\n    for j in range(100): os.makedirs(f'{i}/{j}')\n"),
    "in shared memory": "for i in range(3000): open(f'/dev/shm/{i}', 'w').close()",
}


@pytest.mark.parametrize("code", MANY.values(), ids=MANY)
async def test_too_many_files_are_named(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n{NOT_YET}\n", timeout_s=8)
    assert (result.status, reason(result), result.stdout) == ("disk", "files", "kept\n"), result
    assert result.message == TOO_MANY
    assert of(result, "done")[0]["limit"] == FILES


SPARSE = {
    "truncate": "import os\nos.truncate(os.open('f', os.O_CREAT | os.O_WRONLY), 10**15)",
    "seek and write": "file = open('f', 'wb')\nfile.seek(10**15)\nfile.write(b'x')\nfile.flush()",
    "reserve": "import os\nos.posix_fallocate(os.open('f', os.O_CREAT | os.O_WRONLY), 0, 10**15)",
    "map": "import numpy\nnumpy.memmap('f', dtype='u1', mode='w+', shape=(10**15,))",
}


@pytest.mark.parametrize("code", SPARSE.values(), ids=SPARSE)
async def test_a_sparse_petabyte_is_an_error_at_its_line(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\n")
    # Where the file system is not the run's own, it may know no file of that size at all: a plain error then.
    assert result.status in ({"disk"} if any_engine.pool.host.plan_has("mount_ns") else {"disk", "error"}), result
    assert result.stdout == "kept\n"
    assert result.error is not None
    assert result.error["line"] > 1
    assert result.message


async def test_a_full_disk_that_is_handled_is_no_ending(engine: LocalEngine) -> None:
    if not engine.pool.host.plan_has("mount_ns"):
        pytest.skip("without a file system of its own, a run meets the service's count and no full disk")
    code = (
        "import os\n"
        "try:\n"
        "    for i in range(100): open(f'f{i}', 'wb').write(b'x' * 2**20)\n"
        "except OSError as error:\n"
        "    print('full', error.errno)\n"
        "for name in os.listdir('.'):\n"
        "    if name != 'main.py': os.unlink(name)\n"
        "print(open('again', 'wb').write(b'x' * 2**20))\n"
    )
    result = await attack(engine, code)
    assert (result.status, result.stdout) == ("ok", "full 28\n1048576\n")


async def test_honest_files_are_left_alone(any_engine: LocalEngine) -> None:
    code = (
        "import os, time, torch\n"
        "torch.save({'w': torch.ones(2**20)}, 'a.pt')\n"
        "for i in range(300): open(f'f{i}', 'w').write('x')\n"
        "time.sleep(0.5)\n"
        "print(torch.load('a.pt')['w'].sum().item(), len(os.listdir('.')))\n"
    )
    result = await attack(any_engine, code, timeout_s=10)
    assert (result.status, result.stdout) == ("ok", "1048576.0 302\n")


# -- odd ones --------------------------------------------------------------------------------------------------

ODD = {
    "400 folders deep": "import os\nfor _ in range(400):\n    os.mkdir('d'); os.chdir('d')\nopen('f', 'w').write('x')",
    "a path longer than any path": (
        "import os\nfor _ in range(60):\n    os.mkdir('d' * 250); os.chdir('d' * 250)\nopen('f', 'w').write('x')"
    ),
    "names that are no text": (
        "import os\n"
        "os.mkdir(b'\\xff\\xfe')\n"
        "odd = [b'\\x80', b'a\\nb', b'\\x1b[31m', b' ', b'-rf', b'\\xed\\xa0\\x80', b'*', b'.swept-1', b'x' * 255]\n"
        "for name in odd:\n"
        "    open(b'\\xff\\xfe/' + name, 'w').write('x')\n"
        "    os.mkdir(name)\n"
    ),
    "folders that are closed": (
        "import os\nos.makedirs('a/b/c')\nopen('a/b/c/f', 'w')\nfor d in ('a/b/c', 'a/b', 'a'): os.chmod(d, 0)"
    ),
    "files that are read-only": (
        "import os\nos.mkdir('a')\nopen('a/f', 'w')\nos.chmod('a/f', 0)\nos.chmod('a', 0o555)\nos.chmod('.', 0o500)"
    ),
    "its own folder is closed": "import os\nopen('f', 'w')\nos.chmod('.', 0)",
    "pipes that nobody reads": "import os\nfor i in range(20): os.mkfifo(f'p{i}')",
    "files held open and locked": (
        "import fcntl, os, time\n"
        "file = open('f', 'w')\n"
        "fcntl.flock(file, fcntl.LOCK_EX)\n"
        "if os.fork() == 0: time.sleep(60)\n"
    ),
    "a child that stays in a folder that is gone": (
        "import os, time\n"
        "os.mkdir('a')\n"
        "if os.fork() == 0:\n"
        "    os.chdir('a')\n"
        "    time.sleep(60)\n"
        "time.sleep(0.2)\n"
        "os.rmdir('a')\n"
    ),
    "its program is gone": "import os\nos.unlink('main.py')\nos.mkdir('main.py')",
}


@pytest.mark.parametrize("code", ODD.values(), ids=ODD)
async def test_odd_files_are_swept_away(any_engine: LocalEngine, code: str) -> None:
    result = await attack(any_engine, f"print('kept')\n{code}\nprint('end')\n", timeout_s=8)
    assert (result.status, result.stdout) == ("ok", "kept\nend\n"), result


@pytest.fixture(scope="module")
async def deep() -> AsyncIterator[LocalEngine]:
    async with running(hostile_settings(lane=2, disk_files=4000)) as started:
        yield started


async def test_a_thousand_folders_deep(deep: LocalEngine) -> None:
    code = "import os\nfor _ in range(1500):\n    os.mkdir('d'); os.chdir('d')\nprint('kept')\n"
    result = await attack(deep, code, timeout_s=8)
    assert (result.status, result.stdout) == ("ok", "kept\n")


# -- links that lead out ---------------------------------------------------------------------------------------


@pytest.fixture
def precious() -> Iterator[Path]:
    """A folder of the service's, with a file in it, in a place that everybody can name."""
    shared = next(path for path in ("/var/tmp", "/tmp") if os.access(path, os.W_OK))  # an image's root is read-only
    folder = Path(shared) / f"precious-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o755)
    (folder / "file").write_text("precious")
    (folder / "file").chmod(0o644)
    yield folder
    (folder / "file").unlink()
    folder.rmdir()


LINKS = {
    "a link to a folder": "os.symlink('{out}', 'link')",
    "a link to a file": "os.symlink('{out}/file', 'link')",
    "a link upward": "os.symlink('../../../../../../../..{out}', 'up')",
    "a link in place of a folder": (
        "os.makedirs('a/b')\nopen('a/b/file', 'w')\nos.rename('a/b', 'a/c')\nos.symlink('{out}', 'a/b')"
    ),
    "a chain of links": "os.symlink('{out}', 'one')\nos.symlink('one', 'two')\nos.symlink('two/file', 'three')",
    "a link that leads to itself": "os.symlink('link', 'link')\nos.symlink('.', 'here')",
    "a link in shared memory": "os.symlink('{out}', f'/dev/shm/link-{{os.getuid()}}')",
    "folders that become links while others look": (
        "if os.fork() == 0:\n"
        "    while True:\n"
        "        try:\n"
        "            os.mkdir('flip'); os.rmdir('flip'); os.symlink('{out}', 'flip'); os.unlink('flip')\n"
        "        except OSError: pass\n"
        "import time; time.sleep(0.5)\n"
    ),
    "a hard link": "try: os.link('{out}/file', 'mine')\nexcept OSError: pass",
    "the folder itself": (
        "import shutil\n"
        "me = os.getcwd()\n"
        "for act in (lambda: os.rename(me, me + '-gone'), lambda: os.rmdir(me), lambda: os.symlink('{out}', me)):\n"
        "    try: act()\n"
        "    except OSError: pass\n"
    ),
}


@pytest.mark.parametrize("code", LINKS.values(), ids=LINKS)
async def test_links_lead_neither_the_run_nor_the_sweeper_out(
    any_engine: LocalEngine, precious: Path, code: str
) -> None:
    before = _state(precious)
    lines = f"import os\nprint('kept')\n{code.format(out=precious)}\n"
    look = (
        "for name in ('link', 'up', 'three', 'a/b', 'mine'):\n"
        "    for path in (name, name + '/file'):\n"
        "        try: print(open(path).read())\n"
        "        except OSError: pass\n"
        "        try: open(path, 'w').write('spoilt')\n"
        "        except OSError: pass\n"
    )
    result = await attack(any_engine, lines + look, timeout_s=5)
    assert result.status == "ok", result
    assert "precious" not in result.stdout
    assert _state(precious) == before


def _state(folder: Path) -> list[object]:
    file = folder / "file"
    seen = [(path.stat().st_mode, path.stat().st_uid, path.stat().st_nlink) for path in (folder, file)]
    return [*seen, file.read_text(), sorted(folder.iterdir())]


# -- what must not be written or read --------------------------------------------------------------------------

WRITES = {
    "the root": "open('/owned', 'w')",
    "etc": "open('/etc/owned', 'w')",
    "passwd": "open('/etc/passwd', 'a')",
    "the root user's home": "open('/root/.bashrc', 'a')",
    "site-packages": "open(os.path.join(os.path.dirname(torch.__file__), 'owned.py'), 'w')",
    "torch itself": "open(torch.__file__, 'a')",
    "the standard library": "open(os.__file__, 'a')",
    "the interpreter": "open(os.path.realpath(sys.executable), 'r+b')",
    "a start-up file": "open(os.path.join(sys.prefix, 'lib', 'python3.11', 'site-packages', 'owned.pth'), 'w')",
    "the notes": "open('{root}/snippets/owned.py', 'w')",
    "the service's code": "open('{root}/app/main.py', 'a')",
    "the service's data": "open('{root}/var/owned', 'w')",
    "the kernel's settings": "open('/proc/sys/kernel/core_pattern', 'w').write('|/bin/sh')",
    "a cgroup": "open('/sys/fs/cgroup/cgroup.procs', 'w').write('1')",
    "a device": "open('/dev/kmsg', 'w')",
    "a disk": "os.mknod('disk', 0o60600, os.makedev(254, 0)); open('disk', 'rb').read(1)",
    "chmod": "os.chmod(os.__file__, 0o777)",
    "chown": "os.chown('main.py', 0, 0)",
    "set-user-id": "os.chmod('main.py', 0o4755); os.chown('main.py', 0, -1)",
    "utime": "os.utime('/etc/passwd')",
    "rename": "os.rename(os.__file__, os.__file__ + '.old')",
    "remove": "os.unlink(torch.__file__)",
    "the folder of all seats": "open('../owned', 'w')",
    "another seat": "open(f'../seat-{7 if os.getcwd()[-7:] != \"/seat-7\" else 8}/owned', 'w')",
}


async def test_nothing_but_its_own_can_be_written(any_engine: LocalEngine) -> None:
    lines = "import os, sys, torch\nprint('kept')\n"
    for name, code in WRITES.items():
        if name == "the folder of all seats" and os.geteuid() != 0:
            continue  # one user owns all; what the run sees there is a file system of its own, gone with it
        tried = code.replace("{root}", str(ROOT))
        lines += f"try:\n    {tried}\n    print({name!r})\nexcept OSError: pass\n"
    result = await attack(any_engine, lines, timeout_s=8)
    assert (result.status, result.stdout) == ("ok", "kept\n"), result


READS = {
    "shadow": "'/etc/shadow'",
    "the root user's home": "'/root/.bashrc', *glob.glob('/root/.*'), *glob.glob('/root/*')",
    "the service's code": "'{root}/app/main.py', '{root}/app/settings.py', '{root}/pyproject.toml'",
    "the service's data": "'{root}/var/shares.sqlite', *glob.glob('{root}/var/*')",
    "its repository": "'{root}/.git/config', '{root}/.git/HEAD'",
    "the parent": (
        "*(f'/proc/{{p}}/{{n}}' for p in (1, os.getppid(), {pid})"
        " for n in ('environ', 'mem', 'maps', 'fd/0', 'fd/7', 'cwd/pyproject.toml'))"
    ),
    "every process's": (
        "*(f'/proc/{{p}}/{{n}}' for p in range(1, 33000) if p != os.getpid() and os.path.exists(f'/proc/{{p}}')"
        " for n in ('environ', 'fd/1', 'fd/3', 'root/etc/passwd', 'task/{{p}}/environ', 'exe'))"
    ),
    "its own parent's descriptors": "*glob.glob('/proc/[0-9]*/fd/*')",
    "kernel memory": "'/proc/kcore', '/dev/mem', '/dev/kmem', '/proc/kmsg', '/sys/kernel/debug'",
    "host keys": "*glob.glob('/etc/ssh/*'), *glob.glob('/etc/ssl/private/*')",
    "disks": "*glob.glob('/dev/vd*'), *glob.glob('/dev/sd*'), *glob.glob('/dev/nvme*')",
    "logs": "*glob.glob('/var/log/*'), *glob.glob('/run/*'), *glob.glob('/var/lib/*')",
    "other seats": "*glob.glob('../*/*'), *glob.glob('/tmp/fieldnotes-*/*/*'), *glob.glob('../seat-[0-9]*')",
    "shared folders": (
        "*glob.glob('/tmp/*'), *glob.glob('/dev/shm/*'), *filter(os.path.isfile, glob.glob('/var/tmp/*'))"
    ),
}


async def test_nothing_that_is_not_its_business_can_be_read(any_engine: LocalEngine) -> None:
    lines = (
        "import glob, os, sys\n"
        "print('kept')\n"
        "here, me = os.path.realpath('.'), f'/proc/{os.getpid()}/'\n"
        "def look(name, path):\n"
        "    real = os.path.realpath(path)\n"
        "    if (real + '/').startswith(here + '/') or path.startswith(me): return\n"
        "    if here.startswith(real + '/') or sys.prefix.startswith(real + '/'): return\n"
        "    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)\n"
        "    data = os.listdir(file) if os.path.isdir(path) else os.read(file, 16)\n"
        "    if data: print(name, path, data)\n"
    )
    for name, code in READS.items():
        paths = code.format(root=ROOT, pid=os.getpid())
        lines += f"for path in [{paths}]:\n    try: look({name!r}, path)\n    except OSError: pass\n"
    result = await attack(any_engine, lines, timeout_s=15)
    assert (result.status, result.stdout) == ("ok", "kept\n"), result


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may read the environment of others")
async def test_the_services_environment_is_not_in_the_runs(
    any_engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDNOTES_DATABASE_URL", "postgresql://secret")
    result = await attack(any_engine, "import os\nprint('kept', open('/proc/self/environ').read(), dict(os.environ))\n")
    assert result.stdout.startswith("kept")
    for word in ("FIELDNOTES", "SECRET", "TOKEN", "secret"):
        assert word not in result.stdout


# -- leftovers -------------------------------------------------------------------------------------------------

PLACES = ("/tmp", "/var/tmp", "/dev/shm", ".", "..")


@pytest.mark.parametrize("place", PLACES)
async def test_the_next_run_finds_nothing(any_engine: LocalEngine, place: str) -> None:
    mark = f"left-{secrets.token_hex(4)}"
    leave = (
        "import os\n"
        "try:\n"
        f"    os.mkdir('{place}/{mark}')\n"
        f"    open('{place}/{mark}/file', 'w').write('x')\n"
        f"    open('{place}/{mark}.txt', 'w').write('x')\n"
        f"    os.chmod('{place}/{mark}', 0)\n"
        "except OSError: pass\n"
        "print('kept')\n"
    )
    result = await attack(any_engine, leave)
    assert (result.status, result.stdout) == ("ok", "kept\n")
    look = (
        "import os\n"
        f"try: print([name for name in os.listdir('{place}') if 'left' in name])\n"
        "except PermissionError: print([])\n"
    )
    for _ in range(3):
        assert (await run(any_engine, look)).stdout == "[]\n"


@pytest.mark.parametrize("end", ["while True: pass", "os.abort()", "os._exit(3)", "1 / 0", "x = b'x' * 2**30"])
async def test_nothing_is_left_however_it_ends(any_engine: LocalEngine, end: str) -> None:
    code = (
        "import os\n"
        "os.makedirs('a/b')\n"
        "for place in ('.', 'a/b', '/dev/shm', '/tmp', '/var/tmp'):\n"
        "    try: open(f'{place}/left-{os.getuid()}', 'w').write('x')\n"
        "    except OSError: pass\n"
        "print('kept')\n"
        f"{end}\n"
    )
    result = await attack(any_engine, code, timeout_s=1)
    assert result.status != "ok"
    assert result.stdout == "kept\n"


async def test_tensors_shared_between_processes_leave_no_names(any_engine: LocalEngine) -> None:
    code = (
        "import os, torch, torch.multiprocessing as mp\n"
        "torch.set_num_threads(1)\n"
        "kept = [torch.ones(1000).share_memory_() for _ in range(5)]\n"
        "q = mp.get_context('fork').SimpleQueue()\n"
        "def send():\n"
        "    q.put(torch.ones(1000))\n"
        "    os.kill(os.getpid(), 9)\n"
        "worker = mp.get_context('fork').Process(target=send)\n"
        "worker.start()\n"
        "print(q.get().sum().item())\n"
        "os._exit(1)\n"
    )
    result = await attack(any_engine, code, timeout_s=8)
    assert (result.status, result.stdout) == ("crashed", "1000.0\n"), result
