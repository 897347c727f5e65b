# /// note
# title.en = "Three predictions against three targets"
# title.zh = "三个预测对三个目标"
# device = "cpu"
# ///
import warnings

import torch
from torch.nn import functional as F

prediction = torch.tensor([[1.0], [2.0], [3.0]])
target = torch.tensor([1.0, 2.0, 3.0])

# en: every prediction minus every target
# zh: 每个预测减去每个目标
prediction - target
assert (prediction - target).shape == (3, 3)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    wrong = F.mse_loss(prediction, target)
print(caught[0].category.__name__ + ":", caught[0].message)
right = F.mse_loss(prediction, target.unsqueeze(1))
wrong.item(), right.item()
assert abs(wrong.item() - 4 / 3) < 1e-6 and right.item() == 0

# en: written out by hand, there is not even a warning
# zh: 自己动手写，连警告都没有
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    by_hand = ((prediction - target) ** 2).mean()
assert by_hand == wrong and not caught
