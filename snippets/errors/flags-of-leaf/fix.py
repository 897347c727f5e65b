# /// note
# title.en = "Frozen parameters, or a detached result"
# title.zh = "冻结参数，或脱离结果"
# device = "any"
# ///
import torch
from torch import nn

backbone, head = nn.Linear(3, 3), nn.Linear(3, 1)
x = torch.ones(2, 3)

head(backbone(x).detach()).sum().backward()
assert backbone.weight.grad is None and head.weight.grad is not None

backbone.requires_grad_(False);
head(backbone(x)).sum().backward()
assert backbone.weight.grad is None
assert not backbone(x).requires_grad
