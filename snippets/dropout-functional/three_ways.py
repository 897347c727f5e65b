# /// note
# title.en = "Three dropouts, two modes"
# title.zh = "三种写法，两种模式"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F

class Bare(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5)

class Told(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5, training=self.training)

def zeros(y):
    return round((y == 0).float().mean().item(), 2)

x = torch.ones(10_000)
bare, told, layer = [
    {"module": type(net).__name__, "train": zeros(net.train()(x)), "eval": zeros(net.eval()(x))}
    for net in (Bare(), Told(), nn.Dropout(0.5))
]
[bare, told, layer]

assert 0.4 < bare["train"] < 0.6 and 0.4 < bare["eval"] < 0.6
assert 0.4 < told["train"] < 0.6 and told["eval"] == 0
assert 0.4 < layer["train"] < 0.6 and layer["eval"] == 0
