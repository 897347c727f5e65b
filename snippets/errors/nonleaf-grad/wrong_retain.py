# /// note
# title.en = "The leaf never changes"
# title.zh = "叶子从来没变"
# device = "any"
# ///
import torch

leaf = torch.ones(3, requires_grad=True)
w = leaf * 0.5
w.retain_grad()
optimizer = torch.optim.SGD([w], lr=1.0)
w.sum().backward()
optimizer.step()
{"w": w.tolist(), "leaf": leaf.tolist()}
assert w.tolist() == [-0.5, -0.5, -0.5]
assert leaf.tolist() == [1, 1, 1]
