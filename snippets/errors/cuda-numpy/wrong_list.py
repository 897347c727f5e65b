# /// note
# title.en = "The elements are where the tensor is"
# title.zh = "元素还在张量所在的设备上"
# device = "cpu"
# raises = "TypeError"
# ///
import torch

t = torch.ones(2, device="meta")
[element.numpy() for element in list(t)]
