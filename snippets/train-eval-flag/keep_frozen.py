# /// note
# title.en = "A layer that stays in eval mode"
# title.zh = "让某一层始终留在评估模式"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)
        self.drop = nn.Dropout()

    def train(self, mode=True):
        super().train(mode)
        self.norm.eval()
        return self

net = Net().train()
net.training, net.norm.training, net.drop.training
assert net.training and net.drop.training and not net.norm.training

before = net.norm.running_mean.clone()
net.norm(torch.randn(8, 2) + 5);
assert torch.equal(net.norm.running_mean, before)

assert not net.eval().drop.training
