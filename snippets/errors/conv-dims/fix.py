# /// note
# title.en = "One image, a batch, a sequence"
# title.zh = "单张图、一批图、一条序列"
# device = "any"
# ///
import torch
from torch import nn

conv = nn.Conv2d(1, 16, kernel_size=3)
image, images = torch.ones(28, 28), torch.ones(8, 28, 28)
signals = torch.ones(8, 100)

shapes = {
    "one image": tuple(conv(image[None, None]).shape),
    "a batch": tuple(conv(images.unsqueeze(1)).shape),
    "signals": tuple(nn.Conv1d(1, 4, 3)(signals.unsqueeze(1)).shape),
}
shapes
assert list(shapes.values()) == [(1, 16, 26, 26), (8, 16, 26, 26), (8, 4, 98)]
