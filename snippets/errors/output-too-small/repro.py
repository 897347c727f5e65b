# /// note
# title.en = "Four halvings of an 8 × 8 map"
# title.zh = "把 8 × 8 减半四次"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

net = nn.Sequential(*[nn.MaxPool2d(2) for _ in range(4)])
net(torch.ones(1, 8, 8, 8))
