# /// note
# title.en = "Written for one image, given a batch"
# title.zh = "按单张图写的，来的是一批"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

img = torch.ones(2, 3, 32, 32)
img.permute(1, 2, 0)
