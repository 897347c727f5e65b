# /// note
# title.en = "Find the bad labels first"
# title.zh = "先把坏标签找出来"
# device = "cpu"
# ///
import torch
from torch import nn

classes, y = 3, torch.tensor([1, 3, 0, 2])
bad = (y < 0) | (y >= classes)
{"bad labels": y[bad].tolist(), "at": bad.nonzero().flatten().tolist()}
assert y[bad].tolist() == [3]

loss = nn.CrossEntropyLoss()(torch.zeros(3, classes), y[~bad])
assert loss.isfinite()
