# /// note
# title.en = "Three more"
# title.zh = "另外三种"
# device = "any"
# ///
import torch
from torch import nn

def error(call):
    try:
        call()
    except (RuntimeError, IndexError) as error:
        return f"{type(error).__name__}: {error}"

x = torch.ones(5, 3, 10)
flat = torch.zeros(1, 20)
said = {
    "LSTM, state of two dimensions": error(lambda: nn.LSTM(10, 20)(x, (flat, flat))),
    "GRU, state for 5": error(lambda: nn.GRU(10, 20)(x, torch.zeros(1, 5, 20))),
    "LSTM, one tensor as state": error(lambda: nn.LSTM(10, 20)(x, torch.zeros(1, 3, 20))),
}
[{"call": call, "error": message} for call, message in said.items()]
assert all(said.values())
