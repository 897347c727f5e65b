# /// note
# title.en = "int32 labels"
# title.zh = "int32 的标签"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

y = torch.tensor([0, 1]).int()
nn.CrossEntropyLoss()(torch.zeros(2, 3), y)
