# /// note
# title.en = "A layer that forward forgets"
# title.zh = "forward 里忘了用的层"
# device = "cpu"
# raises = "RuntimeError"
# loopback = true
# ///
import torch
import torch.distributed as dist
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.extra = nn.Linear(2, 2), nn.Linear(2, 2)

    def forward(self, x):
        return self.used(x)

# en: a group of one process is enough to see it
# zh: 只有一个进程的组就看得到
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
ddp = nn.parallel.DistributedDataParallel(Net())
for step in range(2):
    ddp(torch.ones(1, 2)).sum().backward()
