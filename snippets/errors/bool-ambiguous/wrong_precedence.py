# /// note
# title.en = "x > 2 & x < 8 means x > (2 & x) < 8"
# title.zh = "x > 2 & x < 8 其实是 x > (2 & x) < 8"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

x = torch.tensor([1, 5, 9])
x > 2 & x < 8
