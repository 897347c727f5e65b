# /// note
# title.en = "Images into BatchNorm1d"
# title.zh = "图像进了 BatchNorm1d"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

nn.BatchNorm1d(3)(torch.ones(2, 3, 4, 4))
