# /// note
# title.en = "The same affine grid, sampled with both settings"
# title.zh = "同一个仿射网格，用两种设置采样"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

image = torch.zeros(1, 1, 8, 8)
image[..., 1:7, 1:3] = 1
image[..., 5:7, 1:6] = 1

def warp(degrees, for_grid, for_sample):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    theta = torch.tensor([[[c, -s, 0.0], [s, c, 0.0]]])
    grid = F.affine_grid(theta, image.shape, align_corners=for_grid)
    return F.grid_sample(image, grid, align_corners=for_sample)

fig, axes = plt.subplots(1, 5, figsize=(8, 2), layout="constrained")
panels = {"image": image, "0°: True, True": warp(0, True, True),
          "0°: False, False": warp(0, False, False),
          "0°: True, False": warp(0, True, False),
          "30°: False, False": warp(30, False, False)}
for ax, (title, result) in zip(axes, panels.items()):
    ax.imshow(result[0, 0], vmin=0, vmax=1, cmap="gray")
    ax.set_title(title, fontsize=8)
    ax.set(xticks=[], yticks=[])
plt.show()

assert torch.allclose(warp(0, True, True), image, atol=1e-5)
assert torch.allclose(warp(0, False, False), image, atol=1e-5)
assert not torch.allclose(warp(0, True, False), image, atol=0.1)
