# /// note
# title.en = "backward() ends at the new leaf"
# title.zh = "backward() 到新叶子就为止"
# device = "cpu"
# ///
import warnings

import torch

warnings.simplefilter("ignore")
w = torch.ones(2, requires_grad=True)
loss = torch.tensor((w * 2).sum(), requires_grad=True)
loss.backward()
w.grad
assert w.grad is None
