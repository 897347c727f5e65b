# /// note
# title.en = "Trained, but not in the state_dict"
# title.zh = "训练了，却不在 state_dict 里"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 2)]

net = Net()
optimizer = torch.optim.SGD([layer.weight for layer in net.layers], lr=0.1)
dict(net.state_dict())
assert len(net.state_dict()) == 0
