# /// note
# title.en = "A mask taken for positions"
# title.zh = "掩码被当成了位置"
# device = "any"
# ///
import torch

x = torch.tensor([10, 20, 30])
mask = torch.tensor([0.0, 1.0, 1.0])
x[mask.long()]
x[mask.bool()]
assert x[mask.long()].tolist() == [10, 20, 20]
