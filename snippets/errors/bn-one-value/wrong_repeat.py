# /// note
# title.en = "The same output for any input"
# title.zh = "输入什么，输出都一样"
# device = "any"
# ///
import torch
from torch import nn

layer = nn.BatchNorm1d(2)

def output(*sample):
    return layer(torch.tensor([sample]).repeat(2, 1))[0].detach().abs().round(decimals=2)

[output(3.0, 9.0).tolist(), output(-50.0, 7.0).tolist()]
assert not output(3.0, 9.0).any()
assert not output(-50.0, 7.0).any()
