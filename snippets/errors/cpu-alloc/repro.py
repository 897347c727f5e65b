# /// note
# title.en = "Every pair of a million points"
# title.zh = "一百万个点的两两之差"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

x = torch.ones(1_000_000, 8)
x[:, None] - x[None]
