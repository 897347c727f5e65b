# /// note
# title.en = "The same mistake with logits"
# title.zh = "同样的错误，用的是 logits"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

nn.BCEWithLogitsLoss()(torch.zeros(4, 1), torch.ones(4, 1, dtype=torch.long))
