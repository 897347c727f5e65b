# /// note
# title.en = "backward() runs, nothing is learned"
# title.zh = "backward() 能跑，但什么也没学到"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Linear(3, 2)
loss = model(torch.ones(4, 3)).argmax(dim=1).float().mean()
loss.requires_grad_(True).backward()

model.weight.grad
assert model.weight.grad is None
