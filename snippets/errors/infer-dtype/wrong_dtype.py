# /// note
# title.en = "None as an integer"
# title.zh = "None 当整数"
# device = "any"
# raises = "TypeError"
# ///
import torch

torch.tensor([1, None, 0], dtype=torch.long)
