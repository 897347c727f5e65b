# /// note
# title.en = "The input is made safe, too"
# title.zh = "输入也变安全"
# device = "any"
# ///
import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
safe = torch.where(x > 0, x, 1.0)
y = torch.where(x > 0, safe.sqrt(), 0.0)
y.sum().backward()
x.grad
assert y.tolist() == [0, 2]
assert x.grad.tolist() == [0, 0.25]
