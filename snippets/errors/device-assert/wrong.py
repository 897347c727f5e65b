# /// note
# title.en = "Clamped labels are wrong labels"
# title.zh = "截断之后的标签是错的"
# device = "cpu"
# ///
import torch

y = torch.tensor([1, 3, 0, 2])
y.clamp(0, 2)
assert y.clamp(0, 2).tolist() == [1, 2, 0, 2]
