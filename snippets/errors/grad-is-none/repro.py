# /// note
# title.en = "w = w - … makes a new w"
# title.zh = "w = w - … 得到的是新的 w"
# device = "any"
# raises = "TypeError"
# ///
import torch

w = torch.tensor([1.0], requires_grad=True)
for step in range(2):
    loss = (w - 3).pow(2).sum()
    loss.backward()
    w = w - 0.1 * w.grad
