# /// note
# title.en = "One too few, and no self"
# title.zh = "少一个，和没有 self"
# device = "any"
# ///
import torch
from torch import nn

class NoSelf(nn.Module):
    def forward(x):
        return x

def error(call):
    try:
        call()
    except TypeError as error:
        return str(error)

said = [error(lambda: nn.Linear(2, 2)()), error(lambda: NoSelf()(torch.ones(1)))]
said
assert "missing 1 required positional argument: 'input'" in said[0]
assert "takes 1 positional argument but 2 were given" in said[1]
