# /// note
# title.en = "Integer labels for probabilities"
# title.zh = "整数标签配概率"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

prob = torch.sigmoid(nn.Linear(3, 1)(torch.ones(4, 3)))
y = torch.tensor([[1], [0], [1], [0]])
nn.BCELoss()(prob, y)
