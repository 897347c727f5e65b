# /// note
# title.en = "Built for another image size"
# title.zh = "按另一种图像尺寸建的网络"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Conv2d(1, 6, 5), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 10))
net(torch.ones(2, 1, 28, 28))
