# /// note
# title.en = "One after the other"
# title.zh = "一个接一个"
# device = "cpu"
# ///
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
x = torch.randn(4, 2)
y, shapes = x, []
for layer in model:
    y = layer(y)
    shapes.append({"layer": type(layer).__name__, "output": y.shape})
shapes
assert torch.equal(model(x), y)
assert isinstance(model[:2], nn.Sequential) and len(model + model) == 6

def outcome(call):
    try:
        return str(list(call().shape))
    except (RuntimeError, TypeError) as error:
        return f"{type(error).__name__}: {error}"

mismatched = nn.Sequential(nn.Linear(2, 3), nn.Linear(4, 1))
lazy = nn.Sequential(nn.Linear(2, 3), nn.LazyLinear(1))
recurrent = nn.Sequential(nn.LSTM(2, 3), nn.Linear(3, 1))
results = [
    ("Linear(2, 3), Linear(4, 1)", outcome(lambda: mismatched(x))),
    ("Linear(2, 3), LazyLinear(1)", outcome(lambda: lazy(x))),
    ("LSTM(2, 3), Linear(3, 1)", outcome(lambda: recurrent(torch.randn(5, 1, 2)))),
    ("two arguments", outcome(lambda: model(x, x))),
]
results
assert results[0][1] == "RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x3 and 4x1)"
assert results[1][1] == "[4, 1]"
assert results[2][1].startswith("TypeError") and results[3][1].startswith("TypeError")
