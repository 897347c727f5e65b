# /// note
# title.en = "Three steps without zero_grad()"
# title.zh = "三步都没有 zero_grad()"
# device = "any"
# ///
import torch

w = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.SGD([w], lr=0.1)
gradients = []
for step in range(3):
    (w - 1).pow(2).sum().backward()
    gradients.append(round(w.grad.item(), 3))
    optimizer.step()

gradients
assert gradients == [-2.0, -3.6, -4.48]
