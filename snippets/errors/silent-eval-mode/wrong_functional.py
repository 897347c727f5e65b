# /// note
# title.en = "The function drops in eval mode too"
# title.zh = "这个函数在 eval 模式下照样丢弃"
# device = "any"
# ///
import torch
from torch import nn
from torch.nn import functional as F

class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5)

out = Net().eval()(torch.ones(100))
assert (out == 0).any()
