"""Loopback sockets: enough for ranks that talk to each other, and for nothing else."""

from __future__ import annotations

import asyncio

import pytest

from app.runs.local import LocalEngine
from app.runs.models import RunRefused
from tests.abuse.conftest import attack
from tests.support import run

RANKS = """
import torch, torch.distributed as dist, torch.multiprocessing as mp

def rank(number, results):
    dist.init_process_group("gloo", rank=number, world_size=2)
    total = torch.ones(2) * (number + 1)
    dist.all_reduce(total)
    results.put(total.tolist())
    dist.destroy_process_group()

context = mp.get_context("fork")
results = context.SimpleQueue()
ranks = [context.Process(target=rank, args=(number, results)) for number in range(2)]
for process in ranks: process.start()
for process in ranks: process.join()
print(results.get(), results.get(), [process.exitcode for process in ranks])
"""
SUMMED = "[3.0, 3.0] [3.0, 3.0] [0, 0]\n"

TRIES = """
import errno, socket

def attempt(name, action):
    try:
        action()
    except OSError as error:
        print(name, errno.errorcode[error.errno])
    else:
        print(name, "done")

for name, arguments in {
    "unix": (1, 1), "raw": (2, 3), "packet": (17, 3), "netlink audit": (16, 3, 9), "vsock": (40, 1), "alg": (38, 5),
    "bluetooth": (31, 3), "sctp": (2, 5, 132), "netlink routes": (16, 3, 0), "tcp": (2, 1), "udp6": (10, 2),
}.items():
    attempt(name, lambda: socket.socket(*arguments))
sock = socket.socket()
for name, option in {
    "filter": (1, 26, b"x" * 16), "ulp": (6, 31, b"tls"), "multicast": (0, 35, b"x" * 8), "mark": (1, 36, 1),
    "nodelay": (6, 1, 1), "reuse": (1, 2, 1),
}.items():
    attempt("option " + name, lambda: sock.setsockopt(*option))
"""
REFUSED = {"unix", "raw", "packet", "netlink audit", "vsock", "alg", "bluetooth", "sctp"}
REFUSED_OPTIONS = {"option filter", "option ulp", "option multicast", "option mark"}


def needs_its_own_network(engine: LocalEngine) -> None:
    if not engine.pool.host.plan_has("net_ns"):
        pytest.skip("this machine gives runs no network namespace of their own")


async def test_ranks_of_edited_code_meet_in_a_network_of_their_own(engine: LocalEngine) -> None:
    needs_its_own_network(engine)
    result = await attack(engine, RANKS, loopback=True, timeout_s=30)
    assert (result.status, result.stdout) == ("ok", SUMMED), result


async def test_without_asking_there_is_no_loopback(any_engine: LocalEngine) -> None:
    result = await attack(any_engine, "import socket\nsocket.socket()\n")
    assert result.status == "error"
    assert result.error is not None
    assert result.error["type"] == "PermissionError"


async def test_a_notes_own_code_gets_one_in_plain_docker_and_edited_code_does_not(docker_engine: LocalEngine) -> None:
    result = await attack(docker_engine, RANKS, loopback=True, snippet="some/note", timeout_s=30)
    assert (result.status, result.stdout) == ("ok", SUMMED), result
    with pytest.raises(RunRefused) as refused:
        await run(docker_engine, RANKS, loopback=True)
    assert refused.value.reason == "no_loopback"


async def test_two_runs_do_not_meet(engine: LocalEngine) -> None:
    needs_its_own_network(engine)
    listening = """
import socket, time
server = socket.create_server(("127.0.0.1", 29500))
print("listening", flush=True)
server.settimeout(3)
try:
    server.accept()
    print("somebody came")
except TimeoutError:
    print("nobody came")
"""
    calling = """
import socket, time
for _ in range(20):
    try:
        socket.create_connection(("127.0.0.1", 29500), 1)
        print("through")
    except OSError as error:
        last = error
    time.sleep(0.05)
print(type(last).__name__)
"""
    both = await asyncio.gather(
        run(engine, listening, loopback=True, timeout_s=20), run(engine, calling, loopback=True, timeout_s=20)
    )
    assert [result.stdout for result in both] == ["listening\nnobody came\n", "ConnectionRefusedError\n"]


async def test_neither_the_service_nor_the_world_is_reached(engine: LocalEngine) -> None:
    needs_its_own_network(engine)
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        reach = f"""
import socket
for address in (("127.0.0.1", {port}), ("169.254.169.254", 80), ("8.8.8.8", 53), ("10.0.0.1", 80)):
    try:
        socket.create_connection(address, 1)
        print("through to", address)
    except OSError as error:
        print(type(error).__name__)
print(socket.if_nameindex())
"""
        result = await attack(engine, reach, loopback=True, timeout_s=20)
    assert result.stdout == "ConnectionRefusedError\nOSError\nOSError\nOSError\n[(1, 'lo')]\n", result


async def test_other_kinds_of_sockets_and_options_stay_refused(engine: LocalEngine) -> None:
    needs_its_own_network(engine)
    result = await attack(engine, TRIES, loopback=True, timeout_s=20)
    seen = dict(line.rsplit(" ", 1) for line in result.stdout.splitlines())
    assert {name for name, answer in seen.items() if answer == "EACCES"} == REFUSED, result
    assert {name for name, answer in seen.items() if answer == "EPERM"} == REFUSED_OPTIONS, result
    assert {name for name, answer in seen.items() if answer == "done"} == {
        "netlink routes", "tcp", "udp6", "option nodelay", "option reuse",
    }  # fmt: skip


async def test_localhost_has_a_name_and_the_machines_own_hosts_have_none(engine: LocalEngine) -> None:
    needs_its_own_network(engine)
    code = "import socket\nprint(socket.gethostbyname('localhost'))\nprint(open('/etc/hosts').read().count('\\n'))\n"
    result = await attack(engine, code, loopback=True, timeout_s=20)
    assert result.stdout == "127.0.0.1\n3\n", result
