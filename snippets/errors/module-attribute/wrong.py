# /// note
# title.en = "A layer that nobody calls"
# title.zh = "没有人调用的一层"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

model = nn.DataParallel(Net())
model.fc = nn.Linear(2, 10)
list(model.state_dict())
model(torch.ones(1, 2)).shape
assert model(torch.ones(1, 2)).shape == (1, 2)
