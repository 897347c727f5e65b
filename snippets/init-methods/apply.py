# /// note
# title.en = "A whole model, layer by layer"
# title.zh = "对整个模型逐层初始化"
# device = "any"
# ///
import torch
from torch import nn

visited = []

def fill(module):
    visited.append(type(module).__name__)
    if isinstance(module, nn.Linear):
        nn.init.trunc_normal_(module.weight, std=0.02, a=-0.04, b=0.04)
        nn.init.zeros_(module.bias)

model = nn.Sequential(nn.Linear(100, 100), nn.ReLU(), nn.Linear(100, 10)).apply(fill)
visited
assert visited == ["Linear", "ReLU", "Linear", "Sequential"]
assert all(model[i].weight.abs().max() <= 0.04 and not model[i].bias.any() for i in (0, 2))

# en: without a and b, the cut is at ±2, a hundred standard deviations away
# zh: 不给 a 和 b，截断在 ±2，离这里有一百个标准差
w = nn.init.trunc_normal_(torch.empty(100, 100), std=0.02)
w.abs().max()
assert w.abs().max() > 0.06
