# /// note
# title.en = "One layer learns, the hidden one doesn't"
# title.zh = "一层在学，藏着的那层不动"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2)]
        self.out = nn.Linear(2, 1)

    def forward(self, x):
        return self.out(self.hidden[0](x))

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.hidden[0].weight.clone(), net.out.weight.clone()
net(torch.ones(1, 2)).sum().backward()
optimizer.step()

assert torch.equal(before[0], net.hidden[0].weight)
assert not torch.equal(before[1], net.out.weight)
