# /// note
# title.en = "One image, no batch dimension"
# title.zh = "一张图片，没有批那一维"
# device = "cpu"
# raises = "ValueError"
# ///
import torch

image = torch.ones(3, 32, 32)
n, c, h, w = image.shape
