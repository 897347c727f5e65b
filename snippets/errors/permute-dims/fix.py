# /// note
# title.en = "With the batch, of one image, for both"
# title.zh = "带批次、取单张、两者通用"
# device = "any"
# ///
import torch

img = torch.ones(2, 3, 32, 30)
shapes = {
    "permute(0, 2, 3, 1)": tuple(img.permute(0, 2, 3, 1).shape),
    "img[0].permute(1, 2, 0)": tuple(img[0].permute(1, 2, 0).shape),
    "movedim(-3, -1)": tuple(img.movedim(-3, -1).shape),
}
shapes
assert list(shapes.values()) == [(2, 32, 30, 3), (32, 30, 3), (2, 32, 30, 3)]
assert img[0].movedim(-3, -1).shape == (32, 30, 3)
