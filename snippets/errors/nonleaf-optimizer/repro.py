# /// note
# title.en = "double() makes a result"
# title.zh = "double() 得到的是运算结果"
# device = "any"
# raises = "ValueError"
# ///
import torch

w = torch.randn(3, requires_grad=True).double()
torch.optim.Adam([w])
