# /// note
# title.en = "Nine samples in batches of four"
# title.zh = "九个样本，每批四个"
# device = "cpu"
# raises = "ValueError"
# ///
import torch
import torch.nn as nn
from torch.utils.data import DataLoader

data = torch.randn(9, 2)
bn = nn.BatchNorm1d(2)

sizes = [len(bn(batch)) for batch in DataLoader(data, batch_size=4, drop_last=True)]
assert sizes == [4, 4]

for batch in DataLoader(data, batch_size=4):
    bn(batch)
