# /// note
# title.en = "One past the end"
# title.zh = "越过末尾一个"
# device = "cpu"
# raises = "IndexError"
# ///
import torch

x = torch.arange(3)
x[3]
