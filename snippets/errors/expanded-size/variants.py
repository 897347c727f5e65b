# /// note
# title.en = "What expand refuses"
# title.zh = "expand 拒绝的情形"
# device = "cpu"
# ///
import torch

x = torch.ones(2, 4)

def message(*size):
    try:
        return str(tuple(x.expand(*size).shape))
    except RuntimeError as error:
        return str(error)

sizes = (2, 3), (8,), (4, 4), (5, 2, 4)
[{"expand": str(size), "result": message(*size)} for size in sizes]
assert message(5, 2, 4) == "(5, 2, 4)" and x.repeat(2, 1).shape == (4, 4)
