# /// note
# title.en = "No better a line later"
# title.zh = "晚一行也一样"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

w = torch.tensor([1, 2, 3])
w.requires_grad = True
