# /// note
# title.en = "One minus a mask"
# title.zh = "1 减去掩码"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

mask = torch.tensor([1.0, -1.0]) > 0
1 - mask
