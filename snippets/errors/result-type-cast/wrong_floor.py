# /// note
# title.en = "//= rounds down"
# title.zh = "//= 向下取整"
# device = "cpu"
# ///
import torch

x = torch.arange(4)
x //= 2
x
assert x.tolist() == [0, 0, 1, 1]
