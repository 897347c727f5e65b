# /// note
# title.en = "argmax cuts the graph"
# title.zh = "argmax 切断了计算图"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

model, x = nn.Linear(3, 2), torch.ones(4, 3)
y = torch.tensor([0, 1, 0, 1])

pred = model(x).argmax(dim=1).float()
loss = ((pred - y) ** 2).mean()
loss.backward()
