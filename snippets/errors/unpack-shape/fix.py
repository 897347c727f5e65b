# /// note
# title.en = "Add what is missing, or name only what you need"
# title.zh = "补上缺的，或者只取要用的"
# device = "cpu"
# ///
import torch

image, grey = torch.ones(3, 32, 32), torch.ones(8, 32, 32)

n, c, h, w = image.unsqueeze(0).shape
n, c, h, w

grey.unsqueeze(-3).shape
*leading, height, width = image.shape
leading, height, width
assert (n, c, h, w) == (1, 3, 32, 32) and grey.unsqueeze(-3).shape == (8, 1, 32, 32)
