# /// note
# title.en = "Converted, and thrown away"
# title.zh = "转换了，又扔掉了"
# device = "any"
# ///
import torch

x = torch.ones(2)
x.to(torch.float64);
x.dtype
assert x.dtype == torch.float32
