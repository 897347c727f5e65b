# /// note
# title.en = "Both pass a check of shapes"
# title.zh = "两种写法都通过形状检查"
# device = "any"
# ///
import torch

img = torch.arange(12).reshape(1, 2, 2, 3)
assert img.view(1, 3, 2, 2).shape == img.permute(0, 3, 1, 2).shape
assert not torch.equal(img.view(1, 3, 2, 2), img.permute(0, 3, 1, 2))
