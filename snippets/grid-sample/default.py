# /// note
# title.en = "Unless you say so"
# title.zh = "如果你不写"
# device = "cpu"
# ///
import warnings

import torch
from torch.nn import functional as F

image, grid = torch.rand(1, 1, 3, 3), torch.rand(1, 2, 2, 2)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    sampled = F.grid_sample(image, grid)

print(caught[0].category.__name__ + ":", caught[0].message)
assert "align_corners=False since 1.3.0" in str(caught[0].message)
assert torch.equal(sampled, F.grid_sample(image, grid, align_corners=False))

# en: the grid has the output's height and width, the image only gives the values
# zh: 输出的高和宽取决于网格，图像只提供数值
larger = F.grid_sample(image, torch.zeros(1, 5, 7, 2), align_corners=False)
larger.shape
assert larger.shape == (1, 1, 5, 7)
