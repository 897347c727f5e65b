# /// note
# title.en = "No decay for biases and norms"
# title.zh = "偏置和归一化层不做衰减"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 1))
decay = [p for p in model.parameters() if p.ndim >= 2]
rest = [p for p in model.parameters() if p.ndim < 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1},
                               {"params": rest, "weight_decay": 0.0}])
ids = {id(p) for p in decay}
[{"name": name, "weight_decay": 0.1 if id(p) in ids else 0.0}
 for name, p in model.named_parameters()]

before = [p.detach().clone() for p in model.parameters()]
for p in model.parameters():
    p.grad = torch.zeros_like(p)
optimizer.step()
moved = [name for (name, p), old in zip(model.named_parameters(), before)
         if not torch.equal(p, old)]
moved
assert moved == ["0.weight", "2.weight"]
