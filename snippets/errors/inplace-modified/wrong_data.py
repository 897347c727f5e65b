# /// note
# title.en = "Through .data: no error, wrong gradient"
# title.zh = "通过 .data：不报错，梯度错了"
# device = "any"
# ///
import torch

x = torch.ones(3, requires_grad=True)
y = x.exp()
y.data.zero_();
y.sum().backward()
x.grad
assert x.grad.tolist() == [0, 0, 0]
