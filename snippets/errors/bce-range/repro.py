# /// note
# title.en = "Raw outputs into BCELoss"
# title.zh = "把原始输出交给 BCELoss"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

logits = torch.tensor([[-20.0], [3.0]])
nn.BCELoss()(logits, torch.ones(2, 1))
