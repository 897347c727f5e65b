# /// note
# title.en = "Other callers, other types"
# title.zh = "换个函数、换种类型"
# device = "cpu"
# ///
import numpy as np
import torch
from torch import nn

def error(call):
    try:
        call()
    except (TypeError, AttributeError) as error:
        return str(error)

array = np.ones((1, 3), dtype=np.float32)
said = {
    "Linear(array)": error(lambda: nn.Linear(3, 2)(array)),
    "torch.mean([1.0, 2.0])": error(lambda: torch.mean([1.0, 2.0])),
    "lstm(x).size()": error(lambda: nn.LSTM(3, 2)(torch.ones(1, 1, 3)).size()),
}
[{"call": call, "error": message} for call, message in said.items()]
assert all(said.values())
