# /// note
# title.en = "What each of the two is given"
# title.zh = "这两个方法各自拿到什么"
# device = "any"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.grid = torch.ones(2)

model = Model()
visited, converted = [], []
model.apply(lambda module: visited.append(type(module).__name__));
model._apply(lambda tensor: converted.append(tuple(tensor.shape)) or tensor);
visited
converted

# en: children first, the model itself last; and tensors are none of its business
# zh: 先子模块，最后才是模型自己；张量与它无关
assert visited == ["Linear", "ReLU", "Sequential", "Model"]
assert converted == [(2, 2), (2,)]

class Wrong(Model):
    def apply(self, fn):
        self.grid = fn(self.grid)
        return super().apply(fn)

model = Wrong().double()
model.inner[0].weight.dtype, model.grid.dtype
assert model.inner[0].weight.dtype == torch.float64
assert model.grid.dtype == torch.float32
