# /// note
# title.en = "-1 elsewhere, and a pad that crops"
# title.zh = "别处的 -1，以及会裁剪的 pad"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

calls = {
    "torch.randn(-1, 3)": lambda: torch.randn(-1, 3),
    "torch.empty(-1)": lambda: torch.empty(-1),
    "torch.arange(6).reshape(-1, 3)": lambda: torch.arange(6).reshape(-1, 3),
    "F.pad(torch.arange(5), (0, -2))": lambda: F.pad(torch.arange(5), (0, -2)),
}

def outcome(call):
    try:
        return str(call().tolist())
    except RuntimeError as error:
        return str(error)

[{"call": name, "outcome": outcome(call)} for name, call in calls.items()]
assert outcome(calls["F.pad(torch.arange(5), (0, -2))"]) == "[0, 1, 2]"
