# /// note
# title.en = "A row with nothing to look at"
# title.zh = "整行都没得看"
# device = "any"
# ///
import torch

scores = torch.zeros(2, 2)
mask = torch.tensor([[True, True], [False, False]])
weights = scores.masked_fill(mask, float("-inf")).softmax(dim=1)
weights
assert weights[0].isnan().all()
