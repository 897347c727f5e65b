# /// note
# title.en = "torch.tensor of tensors"
# title.zh = "对张量的列表用 torch.tensor"
# device = "any"
# raises = "ValueError"
# ///
import torch

torch.tensor([torch.ones(2), torch.ones(2)])
