# /// note
# title.en = "Eight samples, taken for eight channels"
# title.zh = "八个样本被当成八个通道"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

images = torch.ones(8, 28, 28)
nn.Conv2d(1, 16, 3)(images.unsqueeze(0))
