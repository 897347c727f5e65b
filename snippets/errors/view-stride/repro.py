# /// note
# title.en = "view() after a transpose"
# title.zh = "转置之后的 view()"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

x = torch.arange(6).reshape(2, 3).t()
x.view(6)
