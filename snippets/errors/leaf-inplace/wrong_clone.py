# /// note
# title.en = "The clone learns, the weight doesn't"
# title.zh = "更新的是 clone，不是权重"
# device = "cpu"
# ///
import torch

w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()
v = w.clone()
v -= 0.1 * w.grad

{"w": w.tolist(), "v": v.tolist(), "v.is_leaf": v.is_leaf}
assert w.tolist() == [1, 1, 1] and not v.is_leaf
