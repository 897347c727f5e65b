# /// note
# title.en = "A loss of 0, weights of nan"
# title.zh = "损失是 0，权重是 nan"
# device = "any"
# ///
import torch
from torch import nn

net = nn.Linear(1, 1)
nn.init.constant_(net.weight, float("nan"));
loss = torch.nan_to_num(net(torch.ones(1, 1)).sum())
[loss.item(), net.weight.item()]
assert loss == 0 and net.weight.isnan().all()
