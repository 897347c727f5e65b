# /// note
# title.en = "Unwrap once"
# title.zh = "取出里面的模型"
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

def unwrap(model):
    return model.module if hasattr(model, "module") else model

model = nn.DataParallel(Net())
unwrap(model).fc
list(unwrap(model).state_dict())

assert unwrap(unwrap(model)) is model.module
assert model(torch.ones(1, 2)).shape == (1, 2)
