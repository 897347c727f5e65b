# /// note
# title.en = "Cleared before it is used"
# title.zh = "还没用就清掉了"
# device = "any"
# ///
import torch

w = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.SGD([w], lr=0.1)
for step in range(3):
    (w - 1).pow(2).sum().backward()
    optimizer.zero_grad()
    optimizer.step()

w
assert w.item() == 0
