# /// note
# title.en = "A loss that wasn't reduced"
# title.zh = "没有归约的 loss"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

loss = nn.MSELoss(reduction="none")(torch.ones(2), torch.zeros(2))
loss.item()
