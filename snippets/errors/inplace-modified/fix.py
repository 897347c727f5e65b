# /// note
# title.en = "A new tensor instead"
# title.zh = "改为生成新张量"
# device = "any"
# ///
import torch

x = torch.ones(3, requires_grad=True)
y = torch.sigmoid(x)
y = y + 1
y.sum().backward()
x.grad

s = torch.sigmoid(torch.ones(3))
assert torch.allclose(x.grad, s * (1 - s))
