# /// note
# title.en = "Rows taken for channels"
# title.zh = "行被当成了通道"
# device = "any"
# ///
import torch
from torch import nn

colours = torch.tensor([0.0, 100.0, 200.0])
image = colours[:, None, None].expand(3, 3, 4)
layer = nn.BatchNorm2d(3)
layer(image.unsqueeze(-1));

# en: every "channel" is a row, with all three colours in it
# zh: 每个“通道”其实是一行，三种颜色都在里面
layer.running_mean
assert layer.running_mean.unique().numel() == 1
