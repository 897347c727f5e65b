# /// note
# title.en = "A perfect prediction, a loss of 1.33"
# title.zh = "预测全对，损失却是 1.33"
# device = "any"
# ///
import warnings

import torch
from torch import nn

prediction = torch.tensor([[1.0], [2.0], [3.0]])
y = torch.tensor([1.0, 2.0, 3.0])
with warnings.catch_warnings(record=True) as caught:
    loss = nn.MSELoss()(prediction, y)

loss
print(f"{caught[0].category.__name__}: {caught[0].message}")
assert torch.isclose(loss, torch.tensor(4 / 3))
