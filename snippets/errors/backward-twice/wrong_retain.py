# /// note
# title.en = "The next error, for a better reason"
# title.zh = "换来另一个报错，而且报得有理"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

a, b = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(b.parameters(), lr=0.1)
loss = b(a(torch.ones(2, 3))).sum()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()
