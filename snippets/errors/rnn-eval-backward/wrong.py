# /// note
# title.en = "Another function's gradients"
# title.zh = "另一个函数的梯度"
# device = "cpu"
# ///
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 1)).eval()

def gradient():
    x = torch.ones(1, 3, requires_grad=True)
    net(x).sum().backward()
    return x.grad

expected = gradient()
net.train();
wrong = gradient()
assert not torch.allclose(wrong, expected)
