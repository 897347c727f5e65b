# /// note
# title.en = "The labels, and NaN"
# title.zh = "标签与 NaN"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

p, nan = torch.full((2,), 0.5), torch.tensor([float("nan"), 0.5])
calls = {
    "labels 0 and 255": lambda: F.binary_cross_entropy(p, torch.tensor([0.0, 255.0])),
    "NaN output": lambda: F.binary_cross_entropy(nan, torch.ones(2)),
    "labels / 255": lambda: F.binary_cross_entropy(p, torch.tensor([0.0, 255.0]) / 255),
}

def outcome(call):
    try:
        return f"{call().item():.4f}"
    except RuntimeError as error:
        return str(error)

[{"call": name, "outcome": outcome(call)} for name, call in calls.items()]
assert outcome(calls["labels / 255"]) == "0.6931"
