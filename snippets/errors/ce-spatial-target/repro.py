# /// note
# title.en = "A mask with a channel axis"
# title.zh = "带通道维的掩码"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

logits = torch.zeros(2, 3, 4, 4)
mask = torch.zeros(2, 1, 4, 4, dtype=torch.long)
nn.CrossEntropyLoss()(logits, mask)
