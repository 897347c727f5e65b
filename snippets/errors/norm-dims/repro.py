# /// note
# title.en = "One image, no batch"
# title.zh = "单张图片，没有批次维"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

image = torch.ones(3, 32, 32)
net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8))
net(image)
