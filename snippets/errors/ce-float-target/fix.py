# /// note
# title.en = "Labels as int64"
# title.zh = "int64 的标签"
# device = "any"
# ///
import torch
from torch import nn

logits = torch.zeros(4, 3)
y = torch.tensor([0.0, 1.0, 2.0, 0.0]).long()
loss = nn.CrossEntropyLoss()(logits, y)
loss
assert torch.isclose(loss, torch.tensor(3.0).log())
