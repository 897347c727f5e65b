# /// note
# title.en = "A manual update step"
# title.zh = "手写的更新步骤"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()
w -= 0.1 * w.grad
