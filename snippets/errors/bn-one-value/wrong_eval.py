# /// note
# title.en = "Statistics that are never updated"
# title.zh = "再也不更新的统计量"
# device = "any"
# ///
import torch
from torch import nn

layer = nn.BatchNorm1d(1).eval()
layer(torch.full((8, 1), 100.0));
layer.running_mean
assert layer.running_mean.item() == 0
