# /// note
# title.en = "Nine samples in batches of eight"
# title.zh = "九个样本，每批八个"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
for batch in torch.ones(9, 3).split(8):
    net(batch)
