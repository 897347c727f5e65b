# /// note
# title.en = "Which conversion changes which dtype"
# title.zh = "哪种转换会改变哪种 dtype"
# device = "cpu"
# ///
import warnings
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
    state = eval(call).state_dict()
    return {name: str(t.dtype).removeprefix("torch.") for name, t in state.items()}

calls = (
    "model()",
    "model().half()",
    "model().double()",
    "model().to(torch.float64)",
    "model().type(torch.float64)",
)
with warnings.catch_warnings(record=True) as caught:
    table = {call: dtypes(call) for call in calls}
[{"call": call, **row} for call, row in table.items()]
print(str(caught[0].message).partition(" (")[0])

half = table["model().half()"]
assert (half["floats"], half["ints"], half["complexes"]) == ("float16", "int64", "complex64")
assert table["model().to(torch.float64)"]["bools"] == "bool"
assert set(table["model().type(torch.float64)"].values()) == {"float64"}
assert all(buffer.is_meta for buffer in model().to("meta").buffers())
