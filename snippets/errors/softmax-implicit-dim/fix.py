# /// note
# title.en = "The dimension of the classes"
# title.zh = "类别所在的维度"
# device = "cpu"
# ///
import torch
from torch import nn

scores = torch.randn(2, 3, 4)
p = nn.Softmax(dim=-1)(scores)
p.sum(dim=-1)
assert torch.allclose(p.sum(dim=-1), torch.ones(2, 3))
