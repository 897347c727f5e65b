# /// note
# title.en = "Nothing is left to go back through"
# title.zh = "没有可以反向的东西了"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

backbone, head = nn.Linear(3, 3), nn.Linear(3, 1)
with torch.no_grad():
    loss = head(backbone(torch.ones(2, 3))).sum()
loss.backward()
