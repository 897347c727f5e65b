# /// note
# title.en = "A new dictionary of the same tensors"
# title.zh = "新字典，旧张量"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Linear(1, 1, bias=False)
best = dict(model.state_dict())
nn.init.constant_(model.weight, 99.0);
best["weight"]
assert best["weight"].item() == 99
