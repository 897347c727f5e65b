# /// note
# title.en = "Only the width"
# title.zh = "只变了宽"
# device = "any"
# ///
import torch
from torch.nn import functional as F

image = torch.ones(3, 8, 8)
F.interpolate(image, scale_factor=2, mode="nearest").shape
assert F.interpolate(image, scale_factor=2, mode="nearest").shape == (3, 8, 16)
