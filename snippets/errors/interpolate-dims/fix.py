# /// note
# title.en = "[None] before, [0] after"
# title.zh = "先 [None]，后 [0]"
# device = "any"
# ///
import torch
from torch.nn import functional as F

image = torch.ones(3, 8, 8)
larger = F.interpolate(image[None], scale_factor=2, mode="bilinear")[0]
larger.shape
assert larger.shape == (3, 16, 16)
