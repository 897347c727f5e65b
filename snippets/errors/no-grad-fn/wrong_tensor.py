# /// note
# title.en = "A copy of the number knows no model"
# title.zh = "拷贝下来的数不认识模型"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Linear(3, 1)
number = model(torch.ones(4, 3)).mean().item()
loss = torch.tensor(number, requires_grad=True)
loss.backward()

assert model.weight.grad is None
