# /// note
# title.en = "A module that takes both"
# title.zh = "接受两个输入的模块"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.fc = nn.Linear(4, 2)

    def forward(self, ids, mask):
        return self.fc(self.embedding(ids) * mask.unsqueeze(-1))

ids, mask = torch.tensor([[1, 2]]), torch.ones(1, 2)
Net()(ids, mask).shape
assert Net()(ids, mask).shape == (1, 2, 2)
