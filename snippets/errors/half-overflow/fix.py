# /// note
# title.en = "The smallest number of this dtype"
# title.zh = "这种 dtype 的最小值"
# device = "any"
# ///
import torch

scores = torch.zeros(2, 2, dtype=torch.float16)
mask = torch.tensor([[False, True], [False, False]])
filled = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
filled
filled.softmax(dim=1)
assert filled.softmax(dim=1).tolist() == [[1, 0], [0.5, 0.5]]
