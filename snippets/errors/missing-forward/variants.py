# /// note
# title.en = "Spelled otherwise, or a container"
# title.zh = "拼写不对，或者是容器"
# device = "cpu"
# ///
import torch
from torch import nn

class Misspelt(nn.Module):
    def foward(self, x):
        return x

layer = nn.Linear(2, 2)
modules = Misspelt(), nn.ModuleList([layer]), nn.ModuleDict({"a": layer})

def message(module):
    try:
        module(torch.ones(1, 2))
    except NotImplementedError as error:
        return str(error)

messages = [message(module) for module in modules]
messages
assert all("forward" in text for text in messages)
