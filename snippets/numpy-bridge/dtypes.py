# /// note
# title.en = "float64 meets float32"
# title.zh = "float64 遇到 float32"
# device = "cpu"
# ///
import numpy as np
import torch
from torch import nn

x = torch.from_numpy(np.ones((2, 3)))
ones = torch.ones(2, 3)

def outcome(call):
    try:
        return str(eval(call).dtype)
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

report = {call: outcome(call) for call in (
    "nn.Linear(3, 1)(x)",
    "x @ ones.t()",
    "nn.Conv1d(2, 1, 1)(x[None])",
    "nn.LSTM(3, 1)(x)",
    "nn.Linear(3, 1)(x.float())",
    "x + ones",
    "nn.MSELoss()(ones, x)",
    "torch.tensor(1.5)",
    "torch.tensor(np.float64(1.5))",
)}
[{"call": call, "dtype, or error": said} for call, said in report.items()]

refused = report["nn.Linear(3, 1)(x)"]
assert refused == "RuntimeError: mat1 and mat2 must have the same dtype, but got Double and Float"
assert report["nn.Linear(3, 1)(x.float())"] == "torch.float32"
assert report["x + ones"] == report["nn.MSELoss()(ones, x)"] == "torch.float64"
assert report["torch.tensor(1.5)"] == "torch.float32"
assert report["torch.tensor(np.float64(1.5))"] == "torch.float64"
