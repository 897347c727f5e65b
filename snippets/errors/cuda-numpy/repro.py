# /// note
# title.en = "A tensor that isn't in main memory"
# title.zh = "不在主存里的张量"
# device = "cpu"
# raises = "TypeError"
# ///
import torch

t = torch.ones(2, device="meta")
t.numpy()
