# /// note
# title.en = "Clamped labels"
# title.zh = "截断之后的标签"
# device = "any"
# ///
import torch

y = torch.tensor([1, 2, 3])
y.clamp(max=2)
assert y.clamp(max=2).tolist() == [1, 2, 2]
assert (y - 1).tolist() == [0, 1, 2]
