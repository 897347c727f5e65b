# /// note
# title.en = "The smallest float32"
# title.zh = "float32 的最小值"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

scores = torch.zeros(2, 2, dtype=torch.float16)
mask = torch.tensor([[False, True], [False, False]])
scores.masked_fill(mask, torch.finfo(torch.float32).min)
