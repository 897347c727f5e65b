# /// note
# title.en = "A column of labels"
# title.zh = "标签是一列"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

logits = torch.zeros(4, 3)
y = torch.tensor([[0], [1], [2], [0]])
nn.CrossEntropyLoss()(logits, y)
