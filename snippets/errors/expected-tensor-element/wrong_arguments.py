# /// note
# title.en = "Not in a list"
# title.zh = "没有放进列表"
# device = "any"
# raises = "TypeError"
# ///
import torch

torch.cat(torch.ones(2), torch.ones(2))
