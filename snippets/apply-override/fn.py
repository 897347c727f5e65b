# /// note
# title.en = "What fn makes of each dtype"
# title.zh = "fn 对每种 dtype 做了什么"
# device = "cpu"
# ///
import torch
from torch import nn

class Holder(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.attribute = torch.ones(2, dtype=dtype)
        self.register_buffer("buffer", torch.ones(2, dtype=dtype))

    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)
        self.attribute = fn(self.attribute)
        return self

def after(dtype, convert):
    holder = convert(Holder(dtype))
    assert holder.attribute.dtype == holder.buffer.dtype
    where = " on meta" if holder.attribute.is_meta else ""
    return str(holder.attribute.dtype).removeprefix("torch.") + where

dtypes = torch.float32, torch.float16, torch.int64, torch.uint8, torch.bool
conversions = {
    "half()": lambda m: m.half(),
    "double()": lambda m: m.double(),
    "to(torch.bfloat16)": lambda m: m.to(torch.bfloat16),
    "type(torch.float64)": lambda m: m.type(torch.float64),
    "to('meta')": lambda m: m.to("meta"),
}
rows = []
for dtype in dtypes:
    outcomes = {name: after(dtype, call) for name, call in conversions.items()}
    rows.append({"attribute": str(dtype), **outcomes})
rows

integers = [row for row in rows if "float" not in row["attribute"]]
for row in integers:
    own = row["attribute"].removeprefix("torch.")
    assert row["half()"] == row["double()"] == row["to(torch.bfloat16)"] == own
    assert row["type(torch.float64)"] == "float64" and row["to('meta')"] == own + " on meta"
assert [row["to(torch.bfloat16)"] for row in rows[:2]] == ["bfloat16", "bfloat16"]
