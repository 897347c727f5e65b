# /// note
# title.en = "Nothing to do with the graph"
# title.zh = "与计算图无关"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

x = torch.ones(1_000_000, 8)
with torch.no_grad():
    x[:, None] - x[None]
