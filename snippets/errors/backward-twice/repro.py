# /// note
# title.en = "Built once, walked through twice"
# title.zh = "只建一次，却走了两遍"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

w = torch.ones(2, requires_grad=True)
h = (w ** 2).sum()
for step in range(2):
    loss = 3 * h
    loss.backward()
