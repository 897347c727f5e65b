# /// note
# title.en = "reshape() copies only when it has to"
# title.zh = "reshape() 只在必要时拷贝"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(2, 3).t()
x.reshape(6)
assert x.reshape(6).tolist() == [0, 3, 1, 4, 2, 5]
assert x.contiguous().view(6).tolist() == x.reshape(6).tolist()
