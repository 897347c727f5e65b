from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from app.sandbox import sharing

ROOT = Path(__file__).resolve().parents[2]
BEHIND_THE_WALL = """
    import os, socket, subprocess, sys, time
    import torch
    import torch.multiprocessing as mp
    from torch.utils.data import DataLoader, Dataset, IterableDataset

    from app.sandbox import sharing
    sharing.install()

    def refuse(*args, **kwargs):
        raise PermissionError("there are no sockets here")

    socket.socket.bind = socket.socket.connect = socket.socket.listen = refuse
    torch.UntypedStorage._share_fd_cpu_ = torch.UntypedStorage._share_filename_cpu_ = refuse

    def names(folder=None):
        family = sharing._here().family.prefix
        return [name for name in os.listdir(folder or sharing._folder()) if name.startswith(family)]

    def descriptors():
        return len(os.listdir("/proc/self/fd"))

    def settle(count=0):
        for _ in range(100):
            if len(names()) == count:
                return
            time.sleep(0.02)
        raise AssertionError(names())
"""


def run(tmp_path: Path, code: str, **environment: str) -> str:
    """Run *code* as a program of its own, for which sockets and torch's own ways of sharing are refused."""
    program = tmp_path / "main.py"
    program.write_text(textwrap.dedent(BEHIND_THE_WALL) + textwrap.dedent(code), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def left_behind() -> set[str]:
    found = Path("/dev/shm").iterdir()
    return {path.name for path in found if path.name.startswith((sharing.PREFIX, "torch_"))}


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> object:
    before = left_behind()
    yield
    deadline = time.monotonic() + 5
    while left_behind() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left_behind() <= before


LOADER = """
    class Squares(Dataset):
        def __len__(self):
            return 40

        def __getitem__(self, index):
            return torch.full((3,), float(index)), index * index, {"same": torch.tensor([index])}

    class Stream(IterableDataset):
        def __iter__(self):
            yield from torch.arange(6).split(2)
"""


@pytest.mark.parametrize("strategy", ["file_descriptor", "file_system"])
def test_loader_workers_deliver_every_batch(tmp_path: Path, strategy: str) -> None:
    run(
        tmp_path,
        LOADER
        + f"""
    mp.set_sharing_strategy("{strategy}")
    lasting = DataLoader(Squares(), batch_size=4, num_workers=2, persistent_workers=True)
    for loader in (lasting, lasting, DataLoader(Squares(), batch_size=4, num_workers=2)):
        batches = list(loader)
        assert [int(i) for _, squares, _ in batches for i in squares] == [i * i for i in range(40)]
        assert torch.equal(torch.cat([full for full, _, _ in batches])[:, 0], torch.arange(40.0))
        assert batches[0][0].is_shared()
    settle()
    single = DataLoader(Squares(), batch_size=None, num_workers=2)
    assert [int(extra["same"]) for _, _, extra in single] == list(range(40))
    stream = DataLoader(Stream(), batch_size=None, num_workers=1)
    assert torch.cat(list(stream)).tolist() == list(range(6))
    settle()
    """,
    )


def test_a_thousand_batches_leak_no_descriptor(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    class Many(Dataset):
        def __len__(self):
            return 1000

        def __getitem__(self, index):
            return torch.tensor([index])

    loader = DataLoader(Many(), batch_size=1, num_workers=1)
    iterator = iter(loader)
    kept = [next(iterator)]
    before = descriptors()
    kept += iterator
    assert [int(item) for item in kept] == list(range(1000))
    assert descriptors() <= before
    settle()
    """,
    )


def test_batches_that_nobody_reads_are_removed(tmp_path: Path) -> None:
    run(
        tmp_path,
        LOADER
        + """
    loader = DataLoader(Squares(), batch_size=1, num_workers=2, prefetch_factor=8)
    iterator = iter(loader)
    next(iterator)
    time.sleep(0.3)
    assert names()
    del iterator
    settle()
    """,
    )


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_queues_share_memory_both_ways(tmp_path: Path, method: str) -> None:
    run(
        tmp_path,
        f"""
    def child(tasks, answers):
        tensor = tasks.get()
        tensor += 1
        answers.put(tensor[1:])
        answers.put(torch.arange(3).neg())
        tasks.get()
        assert tensor.tolist() == [1, 1, 9, 1]
        tensor[3] = 5
        answers.put(None)

    if __name__ == "__main__":
        context = mp.get_context("{method}")
        tasks, answers = context.Queue(), context.Queue()
        process = context.Process(target=child, args=(tasks, answers))
        process.start()
        tensor = torch.zeros(4)
        view = tensor[2:]
        tasks.put(tensor)
        back = answers.get()
        assert tensor.tolist() == [1, 1, 1, 1] and view.tolist() == [1, 1]
        assert back.untyped_storage() is tensor.untyped_storage()
        assert answers.get().tolist() == [0, -1, -2]
        view[0] = 9
        tasks.put("written")
        assert answers.get() is None
        assert back.tolist() == [1, 9, 5]
        process.join()
        assert process.exitcode == 0
        assert len(names()) == 1
        del tensor, view, back
        settle()
    """,
    )


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_arguments_and_shared_models_are_trained_in_place(tmp_path: Path, method: str) -> None:
    run(
        tmp_path,
        f"""
    def train(model, counter, empty, meta):
        assert empty.shape == (0,) and meta.device.type == "meta"
        with torch.no_grad():
            model.weight.fill_(3)
        counter += 1

    if __name__ == "__main__":
        context = mp.get_context("{method}")
        model, counter = torch.nn.Linear(2, 2), torch.zeros(1, dtype=torch.int64)
        model.share_memory()
        counter.share_memory_()
        assert model.weight.is_shared() and isinstance(model.weight, torch.nn.Parameter)
        extra = (torch.empty(0), torch.empty(2, device="meta"))
        for _ in range(2):
            process = context.Process(target=train, args=(model, counter, *extra))
            process.start()
            process.join()
            assert process.exitcode == 0
        assert model.weight.flatten().tolist() == [3, 3, 3, 3] and counter.item() == 2
        del process, model, counter
        settle()
    """,
    )


def test_a_message_outlives_its_sender(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    def child(answers):
        answers.put(torch.ones(3))

    context = mp.get_context("fork")
    answers = context.Queue()
    process = context.Process(target=child, args=(answers,))
    process.start()
    process.join()
    assert answers.get().tolist() == [1, 1, 1]
    settle()
    """,
    )


def test_a_received_tensor_can_be_sent_on(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    def relay(source, target, done):
        target.put(source.get())
        done.get()

    context = mp.get_context("fork")
    first, second, third = context.Queue(), context.Queue(), context.Queue()
    processes = [context.Process(target=relay, args=(first, second, third)) for _ in range(1)]
    processes[0].start()
    tensor = torch.zeros(2)
    first.put(tensor)
    again = second.get()
    tensor[0] = 1
    assert again[0] == 1
    third.put(None)
    processes[0].join()

    # The owner is gone, the name with it: what is sent on is a copy, with the right values.
    maker = context.Process(target=lambda queue: queue.put(torch.full((2,), 7.0)), args=(first,))
    maker.start()
    maker.join()
    received = first.get()
    second.put(received)
    assert second.get().tolist() == [7, 7]
    del tensor, again, received
    settle()
    """,
    )


def test_pools_and_pipes(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    def double(tensor):
        return tensor * 2

    with mp.get_context("fork").Pool(2) as pool:
        doubled = pool.map(double, [torch.tensor(i) for i in range(20)])
        assert [int(tensor) for tensor in doubled] == list(range(0, 40, 2))
        pool.close()
        pool.join()
    left, right = mp.get_context("fork").Pipe()
    sent = torch.zeros(1)
    left.send(sent)
    received = right.recv()
    sent += 1
    assert received.item() == 1
    """,
    )


def test_sharing_changes_neither_values_nor_views(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    base = torch.arange(6.0, requires_grad=True)
    shared = base.detach()
    view = shared.view(2, 3)[1]
    assert shared.share_memory_() is shared
    assert shared.is_shared() and base.is_shared() and view.is_shared()
    shared[5] = 9
    assert view.tolist() == [3, 4, 9] and base.tolist() == [0, 1, 2, 3, 4, 9]
    pointer = shared.data_ptr()
    shared.share_memory_()
    assert shared.data_ptr() == pointer and len(names()) == 1
    assert torch.empty(0).share_memory_().shape == (0,)
    """,
    )


def test_a_file_of_the_readers_own_is_shared_as_it_is(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    own = torch.from_file("own.bin", shared=True, size=4)
    own.fill_(2)
    left, right = mp.get_context("fork").Pipe()
    left.send(own)
    received = right.recv()
    received[0] = 5
    assert own[0] == 5 and torch.from_file("own.bin", size=4)[0] == 5
    assert names() == [] and os.path.exists("own.bin")
    """,
    )


def test_too_much_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    out = run(
        tmp_path,
        """
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    try:
        torch.zeros(10_000).share_memory_()
    except RuntimeError as error:
        print(error)
    assert names() == []
    """,
    )
    assert out.startswith("unable to allocate 40000 bytes of shared memory: ")


def test_without_shared_memory_files_lie_in_the_temporary_folder(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    sharing._SHM = "/proc/none"
    tensor = torch.ones(2).share_memory_()
    assert len(names(os.environ["TMPDIR"])) == 1
    process = mp.get_context("fork").Process(target=tensor.fill_, args=(4,))
    process.start()
    process.join()
    assert tensor.tolist() == [4, 4]
    """,
        TMPDIR=str(tmp_path),
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["main.py"]


def test_a_program_in_a_forked_child_founds_and_ends_a_family(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    torch.ones(1)
    outer = sharing._here().family.prefix
    if os.fork() == 0:
        sharing.begin()
        assert sharing._here().family.prefix != outer
        kept = torch.ones(2).share_memory_()
        left, right = mp.get_context("fork").Pipe()
        left.send(torch.ones(2))
        assert len(names()) >= 2
        sharing.cleanup()
        os._exit(0 if names() == [] else 1)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
    sharing.cleanup()
    """,
    )


def test_installing_is_quick_and_once(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    before, loaded = torch.UntypedStorage.share_memory_, set(sys.modules)
    started = time.perf_counter()
    for _ in range(100):
        sharing.install()
    assert time.perf_counter() - started < 0.5
    assert torch.UntypedStorage.share_memory_ is before and set(sys.modules) == loaded
    """,
    )
