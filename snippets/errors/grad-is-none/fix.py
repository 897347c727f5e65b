# /// note
# title.en = "The same leaf, updated in place"
# title.zh = "原位更新同一个叶子"
# device = "any"
# ///
import torch

w = torch.tensor([1.0], requires_grad=True)
for step in range(2):
    loss = (w - 3).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None

w
assert w.is_leaf and torch.isclose(w, torch.tensor(1.72))
