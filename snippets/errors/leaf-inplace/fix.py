# /// note
# title.en = "The same step, unrecorded"
# title.zh = "同一步，不记录"
# device = "cpu"
# ///
import torch

w = torch.ones(3, requires_grad=True)
for step in range(2):
    (w * 2).sum().backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
w

with torch.no_grad():
    w[0] = 5
assert w.is_leaf and w.requires_grad and w[0] == 5
assert torch.allclose(w[1:], torch.tensor(0.6))
