# /// note
# title.en = "Label 3 of three classes"
# title.zh = "三个类别里的 3 号"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch import nn

logits = torch.zeros(2, 3)
nn.CrossEntropyLoss()(logits, torch.tensor([1, 3]))
