# /// note
# title.en = "zero_() before any backward()"
# title.zh = "还没 backward() 就 zero_()"
# device = "any"
# raises = "AttributeError"
# ///
import torch

w = torch.ones(1, requires_grad=True)
w.grad.zero_()
