# /// note
# title.en = "24 joins 25"
# title.zh = "24 去拼 25"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch.nn import functional as F

skip = torch.ones(1, 8, 25, 25)
down = F.max_pool2d(skip, 2)
up = F.interpolate(down, scale_factor=2)
[tuple(x.shape) for x in (skip, down, up)]
torch.cat([up, skip], dim=1)
