# /// note
# title.en = "Addition promotes"
# title.zh = "加法会提升 dtype"
# device = "any"
# ///
import torch

total = torch.ones(2) + torch.ones(2, dtype=torch.float64)
total.dtype
assert total.dtype == torch.float64
