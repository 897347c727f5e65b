# /// note
# title.en = "Now a batch doesn't fit"
# title.zh = "现在是一批放不下了"
# device = "cpu"
# raises = "ValueError"
# ///
import torch

c, h, w = torch.ones(8, 3, 32, 32).shape
