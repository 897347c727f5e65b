# /// note
# title.en = "Indented one level too far"
# title.zh = "多缩进了一级"
# device = "cpu"
# raises = "NotImplementedError"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()

        def forward(self, x):
            return x

Net()(torch.ones(2))
