# /// note
# title.en = "On a 1 × 1 map, eight of nine values are padding"
# title.zh = "1 × 1 的特征图上，九个值有八个是填充"
# device = "cpu"
# ///
import torch
from torch import nn

conv = nn.Conv2d(1, 1, kernel_size=3, padding=1, bias=False)
x = torch.ones(1, 1, 1, 1, requires_grad=True)
conv(x).sum().backward()

used = conv.weight.grad.count_nonzero().item()
used
assert used == 1
