# /// note
# title.en = "Column against column"
# title.zh = "列对列"
# device = "any"
# ///
import torch
from torch import nn

prediction = torch.tensor([[1.0], [2.0], [3.0]])
y = torch.tensor([1.0, 2.0, 3.0]).unsqueeze(1)
assert prediction.shape == y.shape
loss = nn.MSELoss()(prediction, y)
loss
assert loss == 0
