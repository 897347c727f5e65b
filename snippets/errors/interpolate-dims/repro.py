# /// note
# title.en = "One image, bilinear"
# title.zh = "单张图片，bilinear"
# device = "any"
# raises = "NotImplementedError"
# ///
import torch
from torch.nn import functional as F

image = torch.ones(3, 8, 8)
F.interpolate(image, scale_factor=2, mode="bilinear")
