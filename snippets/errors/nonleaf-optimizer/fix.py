# /// note
# title.en = "First everything else, then requires_grad_()"
# title.zh = "其他都做完，再 requires_grad_()"
# device = "any"
# ///
import torch

w = (0.01 * torch.randn(3)).double().requires_grad_()
optimizer = torch.optim.Adam([w], lr=0.1)
before = w.detach().clone()
w.sum().backward()
optimizer.step()
assert w.is_leaf
assert not torch.equal(before, w)
