# /// note
# title.en = "Nothing to replace in the output"
# title.zh = "输出里没有可替换的"
# device = "any"
# ///
import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
y = torch.nan_to_num(torch.where(x > 0, x.sqrt(), 0.0))
y.sum().backward()
x.grad
assert x.grad.isnan().tolist() == [True, False]
