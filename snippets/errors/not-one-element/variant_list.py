# /// note
# title.en = "torch.tensor wants numbers in its list"
# title.zh = "torch.tensor 的列表里要的是数"
# device = "any"
# raises = "ValueError"
# ///
import torch

torch.tensor([torch.ones(2), torch.zeros(2)])
