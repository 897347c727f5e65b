# /// note
# title.en = "A grey image without channel and batch"
# title.zh = "没有通道维和批次维的灰度图"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

conv = nn.Conv2d(1, 16, kernel_size=3)
conv(torch.ones(28, 28))
