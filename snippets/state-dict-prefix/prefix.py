# /// note
# title.en = "The keys of one network, bare and wrapped"
# title.zh = "同一个网络：不包装与包装后的键名"
# device = "cpu"
# ///
import torch
import torch.distributed as dist
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(2, 3), nn.Linear(3, 1)

    def forward(self, x):
        return self.head(self.body(x).relu())

net = Net()
parallel = nn.DataParallel(net)

# en: a process group that talks to nobody: no network, no GPU, enough for wrapping
# zh: 一个不与任何人通信的进程组：不用网络，不用 GPU，够做包装了
dist.init_process_group("fake", rank=0, world_size=1)
distributed = nn.parallel.DistributedDataParallel(net)

bare, dp, ddp = (list(model.state_dict()) for model in (net, parallel, distributed))
[{"bare": a, "DataParallel": b, "DistributedDataParallel": c} for a, b, c in zip(bare, dp, ddp)]
assert dp == ddp == ["module." + key for key in bare]
assert list(distributed.module.state_dict()) == bare
dist.destroy_process_group()

[name for name, child in parallel.named_children()]
assert parallel.module is net and not hasattr(parallel, "head")
assert torch.equal(parallel(torch.ones(1, 2)), net(torch.ones(1, 2)))
