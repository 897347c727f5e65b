# /// note
# title.en = "Its own"
# title.zh = "自己的优化器"
# device = "cpu"
# ///
import torch
from torch import nn

trained = nn.Linear(2, 1)
before = trained.weight.detach().clone()
optimizer = torch.optim.SGD(trained.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(trained(torch.ones(1, 2)).sum()).backward()

[p.grad is not None for group in optimizer.param_groups for p in group["params"]]
scaler.step(optimizer)
scaler.update()
assert torch.allclose(trained.weight, before - 0.1)
