# /// note
# title.en = "Which pixel is (1, -1)?"
# title.zh = "(1, -1) 是哪个像素？"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

image = torch.arange(9.0).reshape(1, 1, 3, 3)
image[0, 0]

def pixel(x, y, align_corners):
    grid = torch.tensor([[[[x, y]]]])
    return F.grid_sample(image, grid, align_corners=align_corners).item()

points = (0.0, 0.0), (1.0, -1.0), (-1.0, 1.0)
rows = [{"(x, y)": str(p), "align_corners=True": pixel(*p, True),
         "align_corners=False": pixel(*p, False)}
        for p in points]
rows

# en: x = 1 is the right edge, so (1, -1) is at the top right: 2, and not 6
# zh: x = 1 是右边缘，所以 (1, -1) 在右上角：是 2，不是 6
assert pixel(1.0, -1.0, True) == image[0, 0, 0, 2] == 2
assert pixel(-1.0, 1.0, True) == image[0, 0, 2, 0] == 6

# en: without align_corners, ±1 is the outer edge of the border pixels, here half in the zeros outside
# zh: 不设 align_corners 时，±1 是边界像素的外沿，一半落在外面的零里
assert pixel(1.0, -1.0, False) == 2 / 4 and pixel(2 / 3, -2 / 3, False) == 2
