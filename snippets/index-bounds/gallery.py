# /// note
# title.en = "One mistake, operation by operation"
# title.zh = "同一个错误，各个算子怎么说"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

x = torch.arange(6)
bad = torch.tensor([5, 6, 9])

def outcome(call):
    try:
        eval(call)
        return "no error"
    except Exception as error:
        return f"{type(error).__name__}: {error}"

said = {call: outcome(call) for call in (
    "x[6]",
    "x[[5, 6]]",
    "x[bad]",
    "torch.index_select(x, 0, bad)",
    "torch.take(x, bad)",
    "torch.gather(x, 0, bad)",
    "torch.zeros(6).scatter_(0, bad, 1.0)",
    "F.embedding(bad, torch.ones(6, 2))",
    "F.cross_entropy(torch.ones(3, 6), bad)",
)}
[{"call": call, "outcome": message} for call, message in said.items()]

assert said["x[bad]"] == "IndexError: index 6 is out of bounds for dimension 0 with size 6"
assert said["torch.index_select(x, 0, bad)"] == "IndexError: index out of range in self"
assert said["F.embedding(bad, torch.ones(6, 2))"] == "IndexError: index out of range in self"
assert said["torch.gather(x, 0, bad)"] == said["x[bad]"].replace("IndexError", "RuntimeError")
assert said["torch.zeros(6).scatter_(0, bad, 1.0)"] == said["torch.gather(x, 0, bad)"]
assert "no error" not in said.values()
