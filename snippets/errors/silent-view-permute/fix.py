# /// note
# title.en = "The axes in their new order"
# title.zh = "写明坐标轴的新顺序"
# device = "any"
# ///
import torch

img = torch.arange(12).reshape(1, 2, 2, 3)
right = img.permute(0, 3, 1, 2)
right[0, 0]
assert torch.equal(right[0, 0], img[0, :, :, 0])
assert torch.equal(img.movedim(-1, 1), right)
