# /// note
# title.en = "It runs, and makes every pair"
# title.zh = "能跑，却成了两两组合"
# device = "any"
# ///
import torch

pred, target = torch.ones(4), torch.zeros(3)
(pred.unsqueeze(1) - target).shape
assert (pred.unsqueeze(1) - target).shape == (4, 3)
