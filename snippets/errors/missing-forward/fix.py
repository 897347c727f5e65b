# /// note
# title.en = "forward at class level; a loop over a ModuleList"
# title.zh = "forward 放在类这一级；循环 ModuleList"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

assert Net()(torch.ones(1, 2)).shape == (1, 2)
