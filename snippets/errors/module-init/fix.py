# /// note
# title.en = "First line: super().__init__()"
# title.zh = "第一行：super().__init__()"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

assert Net()(torch.ones(1, 2)).shape == (1, 2)
assert len(list(Net().parameters())) == 2
