# /// note
# title.en = "Half a step on an integer counter"
# title.zh = "给整数计数器加 0.5"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

count = torch.zeros(3, dtype=torch.long)
count += 0.5
