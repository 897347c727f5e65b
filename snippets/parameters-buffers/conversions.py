# /// note
# title.en = "Which conversion changes which dtype"
# title.zh = "哪种转换会改变哪种 dtype"
# device = "cpu"
# ///
import torch
from torch import nn

def model():
    m = nn.Module()
    m.w = nn.Parameter(torch.ones(2))
    m.register_buffer("floats", torch.ones(2))
    m.register_buffer("ints", torch.arange(2))
    m.register_buffer("bools", torch.tensor([True, False]))
    m.register_buffer("complexes", torch.ones(2, dtype=torch.complex64))
    return m

def dtypes(call):
    m = eval(call)
    return {name: str(t.dtype).removeprefix("torch.") for name, t in {"w": m.w, **dict(m.named_buffers())}.items()}

table = {call: dtypes(call) for call in (
    "model()",
    "model().half()",
    "model().double()",
    "model().to(torch.float64)",
    "model().type(torch.float64)",
)}
[{"call": call, **row} for call, row in table.items()]

assert table["model().half()"]["floats"] == "float16" and table["model().half()"]["ints"] == "int64"
assert table["model().to(torch.float64)"]["bools"] == "bool"
assert set(table["model().type(torch.float64)"].values()) == {"float64"}
assert all(buffer.is_meta for buffer in model().to("meta").buffers())
