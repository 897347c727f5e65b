# /// note
# title.en = "The leaf moves, the result stays"
# title.zh = "叶子动了，结果没动"
# device = "any"
# ///
import torch

w = torch.ones(2, requires_grad=True)
scaled = w * 0.1
optimizer = torch.optim.SGD([w], lr=1.0)
scaled.sum().backward()
optimizer.step()
w
scaled
assert torch.allclose(w, torch.full((2,), 0.9))
assert torch.allclose(scaled, torch.full((2,), 0.1))
