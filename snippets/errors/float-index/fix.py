# /// note
# title.en = "Rounded, or a mask"
# title.zh = "取整，或者用掩码"
# device = "any"
# ///
import torch

x = torch.arange(10)
index = torch.linspace(0, 9, 3)
index
x[index.round().long()]
assert x[index.round().long()].tolist() == [0, 4, 9]

keep = torch.tensor([0.0, 1.0, 1.0])
torch.tensor([10, 20, 30])[keep > 0.5]
assert torch.tensor([10, 20, 30])[keep.bool()].tolist() == [20, 30]
