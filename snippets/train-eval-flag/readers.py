# /// note
# title.en = "Which layers ask for the flag?"
# title.zh = "哪些层会看这个标志？"
# device = "cpu"
# ///
import inspect

import torch
from torch import nn

def asks(layer):
    return any("self.training" in inspect.getsource(cls.forward)
               for cls in layer.__mro__ if "forward" in vars(cls) and cls is not nn.Module)

layers = nn.Dropout, nn.BatchNorm1d, nn.RReLU, nn.LSTM, nn.Linear, nn.LayerNorm, nn.ReLU
[{"layer": layer.__name__, "reads self.training": asks(layer)} for layer in layers]
assert asks(nn.Dropout) and asks(nn.BatchNorm1d)
assert not asks(nn.Linear) and not asks(nn.LayerNorm) and not asks(nn.ReLU)

# en: in your own forward it is an ordinary attribute
# zh: 在你自己的 forward 里，它就是一个普通属性
class Noisy(nn.Module):
    def forward(self, x):
        return x + torch.randn_like(x) if self.training else x

x = torch.ones(3)
assert not torch.equal(Noisy()(x), x)
assert torch.equal(Noisy().eval()(x), x)
