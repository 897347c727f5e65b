# /// note
# title.en = "The second step finds no gradient"
# title.zh = "第二步找不到梯度"
# device = "cpu"
# raises = "TypeError"
# ///
import torch

w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()
w = w - 0.1 * w.grad
w.is_leaf

(w * 2).sum().backward()
w = w - 0.1 * w.grad
