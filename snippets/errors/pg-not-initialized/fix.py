# /// note
# title.en = "A group of one, and a guard"
# title.zh = "只有一个进程的组，以及判断"
# device = "cpu"
# loopback = true
# ///
import torch
import torch.distributed as dist
from torch import nn

def rank():
    return dist.get_rank() if dist.is_available() and dist.is_initialized() else 0

before = rank()
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
ddp = nn.parallel.DistributedDataParallel(nn.Linear(2, 2))
ddp(torch.ones(1, 2)).sum().backward()
dist.destroy_process_group()

ddp.module.weight.grad
assert before == rank() == 0 and ddp.module.weight.grad.tolist() == [[1, 1], [1, 1]]
