# /// note
# title.en = "A deep copy stays"
# title.zh = "深拷贝不会变"
# device = "cpu"
# ///
import copy

import torch
from torch import nn

model = nn.Linear(1, 1, bias=False)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
nn.init.constant_(model.weight, 1.0);

best = copy.deepcopy(model.state_dict())
model(torch.ones(1, 1)).sum().backward()
optimizer.step()

best["weight"]
model.load_state_dict(best);
assert best["weight"].item() == model.weight.item() == 1
