# /// note
# title.en = "eval() for evaluating, train() afterwards"
# title.zh = "评估用 eval()，之后再 train()"
# device = "any"
# seed = 0
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Linear(4, 1))
x = torch.ones(1, 4)
net.eval();
with torch.no_grad():
    answers = [round(net(x).item(), 3) for _ in range(4)]
net.train();

answers
assert len(set(answers)) == 1
