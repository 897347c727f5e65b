# /// note
# title.en = "Two overrides, ten conversions"
# title.zh = "两种重写，十种转换"
# device = "cpu"
# ///
import torch
from torch import nn

class Old(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.grid = torch.ones(1)

    def _apply(self, fn):
        super()._apply(fn)
        self.grid = fn(self.grid)
        return self

class New(Old):
    def _apply(self, fn, recurse=True):
        nn.Module._apply(self, fn, recurse)
        self.grid = fn(self.grid)
        return self

def outcome(model, convert):
    try:
        convert(model)
    except TypeError as error:
        return type(error).__name__
    owner = model if hasattr(model, "grid") else model[0]
    same = owner.grid.dtype == owner.weight.dtype and owner.grid.device == owner.weight.device
    return "follows" if same else "stays"

calls = {
    "to(torch.float64)": lambda m: m.to(torch.float64),
    "to('meta')": lambda m: m.to("meta"),
    "float()": lambda m: m.float(),
    "double()": lambda m: m.double(),
    "half()": lambda m: m.half(),
    "bfloat16()": lambda m: m.bfloat16(),
    "type(torch.float16)": lambda m: m.type(torch.float16),
    "cpu()": lambda m: m.cpu(),
    "share_memory()": lambda m: m.share_memory(),
    "to_empty(device='meta')": lambda m: m.to_empty(device="meta"),
}
rows = [{"call": name, "_apply(self, fn)": outcome(Old(), call),
         "the same, as a child": outcome(nn.Sequential(Old()), call),
         "_apply(self, fn, recurse=True)": outcome(New(), call)}
        for name, call in calls.items()]
rows

assert all(row["_apply(self, fn, recurse=True)"] == "follows" for row in rows)
broken = [row["call"] for row in rows if row["_apply(self, fn)"] != "follows"]
broken
assert broken == ["to_empty(device='meta')"]
assert all(row["the same, as a child"] == "follows" for row in rows)
