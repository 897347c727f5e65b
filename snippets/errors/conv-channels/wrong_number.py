# /// note
# title.en = "It runs, with image rows as channels"
# title.zh = "能跑，把图片的行当成了通道"
# device = "any"
# ///
import torch
from torch import nn

channels_last = torch.ones(8, 28, 28, 3)
nn.Conv2d(28, 16, 3)(channels_last).shape
assert nn.Conv2d(28, 16, 3)(channels_last).shape == (8, 16, 26, 1)
