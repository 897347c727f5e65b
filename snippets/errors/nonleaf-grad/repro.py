# /// note
# title.en = "A scaled weight is no leaf"
# title.zh = "缩放过的权重不是叶子"
# device = "any"
# ///
import torch

w = torch.randn(3, requires_grad=True) * 0.1
w.sum().backward()
gradient = w.grad
print(gradient)
assert not w.is_leaf and gradient is None
