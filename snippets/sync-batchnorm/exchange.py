# /// note
# title.en = "The exchange, between two real processes"
# title.zh = "两个真实进程之间的交换"
# device = "cpu"
# loopback = true
# ///
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn

x = torch.cat([torch.randn(6, 1), torch.randn(2, 1) + 4])
expected = nn.BatchNorm1d(1)(x).detach()

def rank(number, part, results):
    dist.init_process_group("gloo", rank=number, world_size=2)
    # en: all that is sent: how many, their sum, the sum of their squares
    # zh: 传出去的只有三个数：样本数、和、平方和
    sums = torch.stack([torch.tensor(float(len(part))), part.sum(), part.square().sum()])
    dist.all_reduce(sums)
    count, total, squares = sums
    mean = total / count
    variance = squares / count - mean.square()
    results.put((number, ((part - mean) / (variance + 1e-5).sqrt()).tolist()))
    dist.destroy_process_group()

context = mp.get_context("fork")
results = context.SimpleQueue()
ranks = [context.Process(target=rank, args=(number, part, results)) for number, part in enumerate(x.split([6, 2]))]
for process in ranks:
    process.start()
for process in ranks:
    process.join()
parts = [part for _, part in sorted(results.get() for _ in ranks)]
synced = torch.tensor(sum(parts, []))

torch.cat([x, expected, synced], dim=1)
assert torch.allclose(synced, expected, atol=1e-5)
