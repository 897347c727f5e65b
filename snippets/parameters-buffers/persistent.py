# /// note
# title.en = "Register, keep out of the file, fill in later"
# title.zh = "注册、不存盘、稍后再填"
# device = "any"
# ///
import numpy as np
import torch
from torch import nn

m = nn.Module()
m.register_buffer("saved", torch.ones(2))
m.register_buffer("scratch", torch.ones(2), persistent=False)
m.register_buffer("later", None)
m.short = nn.Buffer(torch.ones(2))
[{"buffer": name, "in state_dict()": name in m.state_dict()}
 for name in ("saved", "scratch", "later", "short")]
assert list(m.state_dict()) == ["saved", "short"]
assert [name for name, _ in m.named_buffers()] == ["saved", "scratch", "short"]

m.later = torch.zeros(3)
m.short = torch.zeros(3)
assert list(m.state_dict()) == ["saved", "later", "short"]

def refusal(call):
    try:
        eval(call)
        return "accepted"
    except (TypeError, KeyError, RuntimeError) as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())}"

refusals = {call: refusal(call) for call in (
    "m.register_buffer('x', [1.0, 2.0])",
    "m.register_buffer('x', np.ones(2))",
    "m.register_buffer('a.b', torch.ones(1))",
    "m.load_state_dict({**m.state_dict(), 'scratch': torch.ones(2)})",
)}
[{"call": call, "outcome": text} for call, text in refusals.items()]
assert all("Error" in text for text in refusals.values())
assert "cannot assign 'list' object" in refusals["m.register_buffer('x', [1.0, 2.0])"]
