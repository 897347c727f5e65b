# /// note
# title.en = "A batch of one"
# title.zh = "一张图也是一批"
# device = "any"
# ///
import torch
from torch import nn

image = torch.ones(3, 32, 32)
net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)).eval()
y = net(image.unsqueeze(0))
y.shape
assert y.shape == (1, 8, 30, 30)

after_linear = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
assert after_linear(torch.ones(5, 4)).shape == (5, 8)
