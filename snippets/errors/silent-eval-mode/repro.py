# /// note
# title.en = "Four predictions for one input"
# title.zh = "同一个输入，四个预测"
# device = "any"
# seed = 0
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Linear(4, 1))
x = torch.ones(1, 4)
with torch.no_grad():
    answers = [round(net(x).item(), 3) for _ in range(4)]

answers
assert len(set(answers)) > 1
