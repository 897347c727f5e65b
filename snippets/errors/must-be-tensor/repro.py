# /// note
# title.en = "An LSTM inside a Sequential"
# title.zh = "Sequential 里放了 LSTM"
# device = "any"
# raises = "TypeError"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.LSTM(10, 20), nn.Linear(20, 2))
net(torch.ones(5, 3, 10))
