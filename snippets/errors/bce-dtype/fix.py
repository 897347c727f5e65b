# /// note
# title.en = "Float labels"
# title.zh = "浮点标签"
# device = "any"
# ///
import torch
from torch import nn

logits = nn.Linear(3, 1)(torch.ones(4, 3))
y = torch.tensor([[1], [0], [1], [0]])
loss = nn.BCELoss()(torch.sigmoid(logits), y.float())
same = nn.BCEWithLogitsLoss()(logits, y.float())
loss
assert loss.dtype == torch.float32
assert torch.allclose(loss, same)
