# /// note
# title.en = "Two layers, one trained"
# title.zh = "两层，只训练了一层"
# device = "cpu"
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

net = Net()
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
ddp = nn.parallel.DistributedDataParallel(net, find_unused_parameters=True)
for step in range(2):
    ddp(torch.ones(1, 2)).sum().backward()
dist.destroy_process_group()

{name: p.grad is not None for name, p in net.named_parameters()}
assert net.used.weight.grad is not None and net.extra.weight.grad is None
