# /// note
# title.en = "step() between two backward passes"
# title.zh = "两次反向之间的 step()"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

a, b = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(b.parameters(), lr=0.1)
out = b(a(torch.ones(2, 3)))

out.sum().backward(retain_graph=True)
optimizer.step()
out.mean().backward()
