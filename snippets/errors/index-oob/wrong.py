# /// note
# title.en = "Every wrong index reads the last element"
# title.zh = "错误的下标都去读最后一个"
# device = "cpu"
# ///
import torch

table = torch.tensor([10, 20, 30])
ids = torch.tensor([1, 3, 2])
table[ids.clamp(max=2)]
assert table[ids.clamp(max=2)].tolist() == [20, 30, 30]
