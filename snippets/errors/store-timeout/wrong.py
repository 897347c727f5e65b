# /// note
# title.en = "Two groups of one add nothing up"
# title.zh = "两个单人组，什么都没加起来"
# device = "cpu"
# loopback = true
# ///
import torch
import torch.distributed as dist

sums = []
for rank in range(2):
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    x = torch.tensor([rank + 1.0])
    dist.all_reduce(x)
    sums.append(x.item())
    dist.destroy_process_group()
sums
assert sums == [1, 2]
