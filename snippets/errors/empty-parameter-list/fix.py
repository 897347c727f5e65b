# /// note
# title.en = "The same layers in a ModuleList"
# title.zh = "同样的层，放进 ModuleList"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1)])

parameters = list(Net().parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)
[tuple(p.shape) for p in parameters]
assert len(parameters) == 4
