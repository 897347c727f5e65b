# /// note
# title.en = "x.float() without assigning"
# title.zh = "x.float() 的结果没有赋值"
# device = "any"
# ///
import torch

x = torch.ones(2, dtype=torch.float64)
x.float();
x.dtype
assert x.dtype == torch.float64
