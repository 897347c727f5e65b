# /// note
# title.en = "Five products that don't fit"
# title.zh = "五种对不上的乘法"
# device = "cpu"
# ///
import torch
from torch import nn

conv = nn.Sequential(nn.Conv2d(1, 6, 5), nn.MaxPool2d(2))
calls = {
    "no Flatten": lambda: nn.Linear(864, 10)(conv(torch.ones(2, 1, 28, 28))),
    "1-D input": lambda: nn.Linear(3, 2)(torch.ones(4)),
    "(2, 3) @ (2,)": lambda: torch.ones(2, 3) @ torch.ones(2),
    "bmm": lambda: torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 5, 4)),
}

def message(call):
    try:
        call()
    except RuntimeError as error:
        return str(error)

messages = {name: message(call) for name, call in calls.items()}
[{"call": name, "message": text} for name, text in messages.items()]
assert all(messages.values())
