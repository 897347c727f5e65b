# /// note
# title.en = "One output is always certain"
# title.zh = "只有一个输出，永远“确定”"
# device = "any"
# ///
import torch
from torch import nn

logits = torch.randn(4, 1, requires_grad=True)
loss = nn.CrossEntropyLoss()(logits, torch.zeros(4, dtype=torch.long))
loss.backward()
loss
assert loss == 0 and not logits.grad.any()
