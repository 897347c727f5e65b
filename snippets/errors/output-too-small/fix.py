# /// note
# title.en = "A larger input, or a stage that adapts"
# title.zh = "更大的输入，或自适应的一级"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Sequential(*[nn.MaxPool2d(2) for _ in range(4)])
x = torch.ones(1, 8, 8, 8)

large = F.interpolate(x, size=(32, 32))
sizes = []
for stage in net:
    large = stage(large)
    sizes.append(tuple(large.shape[-2:]))
sizes

adaptive = nn.Sequential(*net[:3], nn.AdaptiveMaxPool2d(1))
assert sizes[-1] == (2, 2) and adaptive(x).shape == (1, 8, 1, 1)
