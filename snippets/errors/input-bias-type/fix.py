# /// note
# title.en = "Float, and between 0 and 1"
# title.zh = "转成浮点，缩放到 0–1"
# device = "any"
# ///
import torch
from torch import nn

img = torch.full((1, 3, 8, 8), 255, dtype=torch.uint8)
conv = nn.Conv2d(3, 4, 3)
x = img.to(conv.weight.device, conv.weight.dtype) / 255
conv(x).shape
assert conv(x).dtype == torch.float32
assert x.max() == 1
