# /// note
# title.en = "Floats have derivatives"
# title.zh = "浮点数才有导数"
# device = "any"
# ///
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
(w ** 2).sum().backward()
w.grad
assert w.grad.tolist() == [2, 4, 6]
assert torch.arange(3, dtype=torch.float32).requires_grad_().requires_grad
