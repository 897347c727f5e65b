# /// note
# title.en = "The copy gets the gradient"
# title.zh = "梯度在副本上"
# device = "any"
# ///
import torch

w = torch.tensor([1, 2, 3])
copy = w.float().requires_grad_()
(copy ** 2).sum().backward()
{"copy.grad": copy.grad, "w.grad": w.grad}
assert copy.grad is not None and w.grad is None
