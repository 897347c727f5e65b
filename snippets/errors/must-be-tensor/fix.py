# /// note
# title.en = "The last step of the output"
# title.zh = "取输出的最后一步"
# device = "any"
# ///
import torch
from torch import nn

class LastStep(nn.Module):
    def forward(self, pair):
        output, state = pair
        return output[-1]

net = nn.Sequential(nn.LSTM(10, 20), LastStep(), nn.Linear(20, 2))
net(torch.ones(5, 3, 10)).shape
assert net(torch.ones(5, 3, 10)).shape == (3, 2)
