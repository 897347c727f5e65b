# /// note
# title.en = "No error, and no progress"
# title.zh = "不报错，也不前进"
# device = "any"
# ///
import warnings

import torch

warnings.simplefilter("ignore")
w = torch.tensor([1.0], requires_grad=True)
path = []
for step in range(4):
    (w - 3).pow(2).sum().backward()
    if w.grad is not None:
        w = w - 0.1 * w.grad
    path.append(round(w.item(), 3))

path
assert path == [1.4, 1.4, 1.4, 1.4]
