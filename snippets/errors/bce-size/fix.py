# /// note
# title.en = "Both (4,), or both (4, 1)"
# title.zh = "都是 (4,)，或都是 (4, 1)"
# device = "any"
# ///
import torch
from torch import nn

out = nn.Linear(3, 1)(torch.ones(4, 3))
y = torch.tensor([0.0, 1.0, 1.0, 0.0])
loss_fn = nn.BCEWithLogitsLoss()
loss = loss_fn(out.squeeze(1), y)
loss
assert torch.isclose(loss, loss_fn(out, y.unsqueeze(1)))
