# /// note
# title.en = "One image, one pixel"
# title.zh = "一张图，一个像素"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

features = torch.ones(1, 4, 7, 7)
pooled = nn.AdaptiveAvgPool2d(1)(features)
nn.BatchNorm2d(4)(pooled)
