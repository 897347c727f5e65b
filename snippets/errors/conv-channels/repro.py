# /// note
# title.en = "Grey images into an RGB layer"
# title.zh = "灰度图送进 RGB 的层"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

conv = nn.Conv2d(3, 16, kernel_size=3)
conv(torch.ones(8, 1, 28, 28))
