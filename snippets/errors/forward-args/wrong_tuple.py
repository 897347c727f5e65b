# /// note
# title.en = "A tuple for the first layer"
# title.zh = "元组到了第一层手里"
# device = "any"
# raises = "TypeError"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 2))
net((torch.tensor([[1, 2]]), torch.ones(1, 2)))
