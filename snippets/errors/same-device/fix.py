# /// note
# title.en = "Everything goes along"
# title.zh = "统统跟着走"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        shift = torch.zeros(x.shape[-1], device=x.device)
        return self.fc(x * self.scale + shift)

device = "meta"
net = Net().to(device)
x = torch.ones(1, 2)
x = x.to(device)
net(x).device
assert net.scale.device == net(x).device == torch.device(device)
