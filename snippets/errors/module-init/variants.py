# /// note
# title.en = "A parameter, and nothing at all"
# title.zh = "参数，以及什么都没有"
# device = "cpu"
# ///
import torch
from torch import nn

class WithParameter(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.ones(2))

class WithNeither(nn.Module):
    def __init__(self):
        self.k = 3

    def forward(self, x):
        return x * self.k

def message(call):
    try:
        call()
    except AttributeError as error:
        return str(error)

calls = {
    "a parameter": WithParameter,
    "neither, made": WithNeither,
    "neither, called": lambda: WithNeither()(torch.ones(1)),
}
[{"assigns": name, "message": message(call) or "no error"} for name, call in calls.items()]
assert message(WithNeither) is None and "_hooks" in message(calls["neither, called"])
