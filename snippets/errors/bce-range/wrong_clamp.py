# /// note
# title.en = "No slope where it is most wrong"
# title.zh = "错得最离谱处没有斜率"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

x = torch.tensor([-5.0], requires_grad=True)
F.binary_cross_entropy(x.clamp(0, 1), torch.ones(1)).backward()
x.grad
assert x.grad.item() == 0
