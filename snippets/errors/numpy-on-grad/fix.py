# /// note
# title.en = "Detached, moved, converted"
# title.zh = "先脱离，再搬，再转换"
# device = "any"
# ///
import torch
from torch import nn

out = nn.Linear(2, 1)(torch.ones(3, 2))
array = out.detach().cpu().numpy()
array.shape
assert array.shape == (3, 1)
assert array[0, 0] == out[0, 0].item()
