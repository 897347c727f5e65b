# /// note
# title.en = "The optimizer of another model"
# title.zh = "另一个模型的优化器"
# device = "cpu"
# raises = "AssertionError"
# ///
import torch
from torch import nn

trained, other = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(trained(torch.ones(1, 2)).sum()).backward()
scaler.step(optimizer)
