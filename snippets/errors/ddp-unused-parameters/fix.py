# /// note
# title.en = "The unused layer is frozen"
# title.zh = "冻结没用到的层"
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
list(dict(net.named_parameters()))[2:4]
net.extra.requires_grad_(False);

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
ddp = nn.parallel.DistributedDataParallel(net)
for step in range(2):
    ddp(torch.ones(1, 2)).sum().backward()
dist.destroy_process_group()
assert net.used.weight.grad.tolist() == [[2, 2], [2, 2]]
