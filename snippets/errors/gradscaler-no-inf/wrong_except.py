# /// note
# title.en = "Never trained"
# title.zh = "从来没有训练过"
# device = "cpu"
# ///
import torch
from torch import nn

trained, other = nn.Linear(2, 1), nn.Linear(2, 1)
before = other.weight.detach().clone()
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
skipped = 0
for step in range(5):
    scaler.scale(trained(torch.ones(1, 2)).sum()).backward()
    try:
        scaler.step(optimizer)
    except AssertionError:
        skipped += 1

skipped
assert skipped == 5 and other.weight.equal(before)
