# /// note
# title.en = "A negative loss"
# title.zh = "负的损失"
# device = "any"
# ///
import torch
from torch import nn

probabilities = torch.softmax(torch.tensor([[9.0, 0.0, 0.0]]), dim=1)
loss = nn.NLLLoss()(probabilities, torch.tensor([0]))
loss
assert loss < -0.99
