# /// note
# title.en = "Integer ids"
# title.zh = "整数序号"
# device = "any"
# ///
import torch
from torch import nn

embedding = nn.Embedding(10, 4)
ids = torch.tensor([1, 2])
embedding(ids).shape
assert embedding(ids).shape == (2, 4)
assert torch.equal(embedding(torch.tensor([1.0, 2.0]).long()), embedding(ids))
