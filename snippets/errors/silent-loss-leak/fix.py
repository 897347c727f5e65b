# /// note
# title.en = "Numbers have no graph"
# title.zh = "数字没有图"
# device = "cpu"
# ///
import torch

w = torch.ones(1, requires_grad=True)
total, kept = 0.0, []
for step in range(100):
    loss = (w * 2).sum()
    total += loss.item()
    kept.append(loss.detach())

total
assert total == 200 and not torch.stack(kept).requires_grad
