# /// note
# title.en = "A full hook, and an in-place ReLU behind it"
# title.zh = "新钩子后面跟了一个原位 ReLU"
# device = "cpu"
# ///
import torch
from torch import nn

def train(inplace):
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=inplace))
    calls = []
    model[0].register_full_backward_hook(lambda *_: calls.append("called"))
    model(torch.ones(1, 2, requires_grad=True)).sum().backward()
    return calls

try:
    train(inplace=True)
    refused = False
except RuntimeError as error:
    refused = True
    print(error)

assert refused
assert train(inplace=False) == ["called"]
