# /// note
# title.en = "Cleared gradients, still no graph"
# title.zh = "梯度清了，图还是没有"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
loss = (w ** 2).sum()
loss.backward()
optimizer.zero_grad()
loss.backward()
