# /// note
# title.en = "What an optimizer refuses"
# title.zh = "优化器拒收什么"
# device = "cpu"
# ///
import torch
from torch import nn

weight = nn.Parameter(torch.ones(2))

def error(call):
    try:
        call()
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

rows = [
    ("SGD([weight * 0.01])", error(lambda: torch.optim.SGD([weight * 0.01], lr=0.1))),
    ("SGD(weight)", error(lambda: torch.optim.SGD(weight, lr=0.1))),
]
rows
assert all(message for _, message in rows)
