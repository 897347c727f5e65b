# /// note
# title.en = "One loss per sample"
# title.zh = "每个样本一个 loss"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

pred = nn.Linear(3, 1)(torch.ones(4, 3))
loss = nn.MSELoss(reduction="none")(pred, torch.zeros(4, 1))
loss.backward()
