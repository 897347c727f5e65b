# /// note
# title.en = "No negative steps for tensors"
# title.zh = "张量不支持负步长"
# device = "any"
# raises = "ValueError"
# ///
import torch

torch.arange(3)[::-1]
