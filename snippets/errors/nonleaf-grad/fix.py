# /// note
# title.en = "requires_grad_() last"
# title.zh = "最后才 requires_grad_()"
# device = "any"
# ///
import torch

w = (torch.randn(3) * 0.1).requires_grad_()
hidden = w * 2
hidden.retain_grad()
hidden.sum().backward()
w.grad
hidden.grad
assert w.is_leaf and w.grad.tolist() == [2, 2, 2]
assert hidden.grad.tolist() == [1, 1, 1]
