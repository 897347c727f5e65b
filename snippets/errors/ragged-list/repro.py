# /// note
# title.en = "A row of three and a row of two"
# title.zh = "一行三个，一行两个"
# device = "any"
# raises = "ValueError"
# ///
import torch

torch.tensor([[1, 2, 3], [4, 5]])
