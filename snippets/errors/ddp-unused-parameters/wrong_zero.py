# /// note
# title.en = "Zero times infinity"
# title.zh = "零乘无穷"
# device = "any"
# ///
import torch
from torch import nn

net = nn.ModuleDict({"used": nn.Linear(2, 2), "extra": nn.Linear(2, 2)})

def loss():
    return net["used"](torch.ones(1, 2)).sum() + 0 * sum(p.sum() for p in net.parameters())

loss().backward()
net["extra"].weight.grad
assert not net["extra"].weight.grad.any()

nn.init.constant_(net["extra"].bias, float("inf"));
loss()
assert loss().isnan()
