# /// note
# title.en = "Through detach(): the same error"
# title.zh = "通过 detach()：同样报错"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

x = torch.ones(3, requires_grad=True)
y = x.exp()
y.detach().zero_();
y.sum().backward()
