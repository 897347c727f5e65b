# /// note
# title.en = "A perfect prediction, a loss of 1.33"
# title.zh = "预测全对，损失却是 1.33"
# device = "any"
# ///
import torch
from torch import nn

prediction = torch.tensor([[1.0], [2.0], [3.0]])
y = torch.tensor([1.0, 2.0, 3.0])
loss = nn.MSELoss()(prediction, y)
loss
assert torch.isclose(loss, torch.tensor(4 / 3))
