# /// note
# title.en = "Three cures for three causes"
# title.zh = "三种原因，三种改法"
# device = "any"
# ///
import torch
from torch import nn

grey = torch.ones(8, 1, 28, 28)
channels_last = torch.ones(8, 28, 28, 3)
rgb_layer = nn.Conv2d(3, 16, 3)

shapes = {
    "grey layer": tuple(nn.Conv2d(1, 16, 3)(grey).shape),
    "grey, repeated": tuple(rgb_layer(grey.expand(-1, 3, -1, -1)).shape),
    "channels moved": tuple(rgb_layer(channels_last.permute(0, 3, 1, 2)).shape),
}
shapes
assert set(shapes.values()) == {(8, 16, 26, 26)}
