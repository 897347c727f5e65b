# /// note
# title.en = "The batch stays, the width follows"
# title.zh = "批次不变，宽度自动得出"
# device = "any"
# ///
import torch
from torch import nn

x = torch.ones(2, 16, 6, 6)
features = torch.flatten(x, 1)
features.shape
assert features.shape == (2, 576)
assert nn.LazyLinear(10)(features).shape == (2, 10)
