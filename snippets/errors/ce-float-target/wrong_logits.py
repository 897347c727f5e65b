# /// note
# title.en = "Integer logits"
# title.zh = "整数的 logits"
# device = "cpu"
# raises = "NotImplementedError"
# ///
import torch
from torch import nn

nn.CrossEntropyLoss()(torch.zeros(4, 3).long(), torch.tensor([0, 1, 2, 0]))
