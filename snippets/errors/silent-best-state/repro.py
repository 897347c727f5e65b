# /// note
# title.en = "The best weights change with the model"
# title.zh = "“最佳”权重跟着模型一起变"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Linear(1, 1, bias=False)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
nn.init.constant_(model.weight, 1.0);

best = model.state_dict()
model(torch.ones(1, 1)).sum().backward()
optimizer.step()

best["weight"]
assert best["weight"].data_ptr() == model.weight.data_ptr() and best["weight"].item() == 0
