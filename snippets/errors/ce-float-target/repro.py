# /// note
# title.en = "Labels as floats"
# title.zh = "浮点数的标签"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

logits = torch.zeros(4, 3)
y = torch.tensor([0.0, 1.0, 2.0, 0.0])
nn.CrossEntropyLoss()(logits, y)
