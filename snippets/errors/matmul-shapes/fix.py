# /// note
# title.en = "Ask the network for the width"
# title.zh = "让网络自己报出宽度"
# device = "cpu"
# ///
import torch
from torch import nn

body = nn.Sequential(nn.Conv2d(1, 6, 5), nn.MaxPool2d(2), nn.Flatten())
width = body(torch.ones(1, 1, 28, 28)).shape[1]
width

net = nn.Sequential(body, nn.Linear(width, 10))
lazy = nn.Sequential(body, nn.LazyLinear(10))
batch = torch.ones(2, 1, 28, 28)
assert net(batch).shape == lazy(batch).shape == (2, 10)
assert lazy[1].in_features == width == 864
