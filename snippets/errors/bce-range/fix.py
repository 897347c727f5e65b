# /// note
# title.en = "The loss with the sigmoid in it"
# title.zh = "自带 sigmoid 的损失"
# device = "cpu"
# ///
import torch
from torch import nn

logits, y = torch.tensor([[-200.0], [3.0]]), torch.ones(2, 1)
nn.BCEWithLogitsLoss()(logits, y)

# en: BCELoss caps the logarithm at -100; the other loss knows the true value
# zh: BCELoss 把对数截到 -100；另一种损失算得出真实的值
nn.BCELoss()(logits.sigmoid(), y)
assert 100 < nn.BCEWithLogitsLoss()(logits, y) < 100.1
assert abs(nn.BCELoss()(logits.sigmoid(), y) - 50) < 0.1
