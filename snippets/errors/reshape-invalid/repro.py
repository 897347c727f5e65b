# /// note
# title.en = "A width from another image size"
# title.zh = "按另一种图片尺寸算的宽度"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

x = torch.ones(2, 16, 6, 6)
x.view(-1, 16 * 5 * 5)
