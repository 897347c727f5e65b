# /// note
# title.en = "Back to a vector"
# title.zh = "变回向量"
# device = "cpu"
# ///
import torch
from torch import nn

loss = nn.CrossEntropyLoss()
logits = torch.randn(4, 3)
column = torch.tensor([[0], [1], [2], [0]])
onehot = nn.functional.one_hot(column.squeeze(1), 3)

loss(logits, column.squeeze(1))
assert loss(logits, column.squeeze(1)) == loss(logits, onehot.argmax(1))
