# /// note
# title.en = "A leaf that never learns"
# title.zh = "一个永远不学的叶子"
# device = "any"
# ///
import torch

w = torch.ones(2, requires_grad=True).double().detach()
optimizer = torch.optim.SGD([w], lr=1.0)
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
(w * x).sum().backward()
optimizer.step()
w
assert w.is_leaf and w.grad is None and w.tolist() == [1, 1]
