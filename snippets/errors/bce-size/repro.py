# /// note
# title.en = "A column of outputs, a row of labels"
# title.zh = "一列输出，一行标签"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

out = nn.Linear(3, 1)(torch.ones(4, 3))
y = torch.tensor([0.0, 1.0, 1.0, 0.0])
nn.BCEWithLogitsLoss()(out, y)
