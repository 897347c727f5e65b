# /// note
# title.en = "With it"
# title.zh = "加上之后"
# device = "any"
# ///
import torch

w = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.SGD([w], lr=0.1)
gradients = []
for step in range(3):
    optimizer.zero_grad()
    (w - 1).pow(2).sum().backward()
    gradients.append(round(w.grad.item(), 3))
    optimizer.step()

gradients
assert gradients == [-2.0, -1.6, -1.28]
