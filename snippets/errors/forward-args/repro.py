# /// note
# title.en = "Two inputs for a Sequential"
# title.zh = "给 Sequential 两个输入"
# device = "any"
# raises = "TypeError"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 2))
ids, mask = torch.tensor([[1, 2]]), torch.ones(1, 2)
net(ids, mask)
