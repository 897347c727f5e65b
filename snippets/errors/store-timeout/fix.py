# /// note
# title.en = "Both ranks come, and agree"
# title.zh = "两个 rank 都到场，结果一致"
# device = "cpu"
# loopback = true
# ///
import multiprocessing

import torch
import torch.distributed as dist

def work(rank, world_size, answers):
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500",
                            rank=rank, world_size=world_size)
    x = torch.tensor([rank + 1.0])
    dist.all_reduce(x)
    answers.put((rank, x.item()))
    dist.barrier()
    dist.destroy_process_group()

world_size = 2
fork = multiprocessing.get_context("fork")
answers = fork.SimpleQueue()
for rank in range(world_size):
    fork.Process(target=work, args=(rank, world_size, answers)).start()

sums = dict(sorted(answers.get() for _ in range(world_size)))
sums
assert sums == {0: 3.0, 1: 3.0}
