# /// note
# title.en = "-1e9 into float16"
# title.zh = "把 -1e9 放进 float16"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

scores = torch.zeros(2, 2, dtype=torch.float16)
mask = torch.tensor([[False, True], [False, False]])
scores.masked_fill(mask, -1e9)
