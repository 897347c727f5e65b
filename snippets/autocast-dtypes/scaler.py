# /// note
# title.en = "A scaler that finds nothing to check"
# title.zh = "找不到东西可检查的 scaler"
# device = "cpu"
# ///
import torch
from torch import nn

trained, other = nn.Linear(2, 1), nn.Linear(2, 1)

def step(optimizer):
    scaler = torch.amp.GradScaler("cpu")
    optimizer.zero_grad()
    scaler.scale(trained(torch.ones(1, 2)).sum()).backward()
    scaler.step(optimizer)
    scaler.update()

try:
    step(torch.optim.SGD(other.parameters(), lr=0.1))
    refused = False
except AssertionError as error:
    refused = True
    print(error)
assert refused

before = trained.weight.clone()
step(torch.optim.SGD(trained.parameters(), lr=0.1))
assert not torch.equal(trained.weight, before)
