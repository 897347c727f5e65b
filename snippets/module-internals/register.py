# /// note
# title.en = "Assigning and registering"
# title.zh = "赋值与注册"
# device = "cpu"
# ///
import torch
from torch import nn

m = nn.Module()
m.a = nn.Parameter(torch.ones(1))
m.register_parameter("b", nn.Parameter(torch.ones(1)))
m.register_parameter("bias", None)
assert [name for name, _ in m.named_parameters()] == ["a", "b"]
assert m.bias is None and list(m._parameters) == ["a", "b", "bias"]

class TooEarly(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)

class NoForward(nn.Module):
    pass

def error(call):
    try:
        call()
    except (AttributeError, NotImplementedError, TypeError) as error:
        return f"{type(error).__name__}: {error}"

results = [
    ("m.register_parameter('c', torch.ones(1))",
     error(lambda: m.register_parameter("c", torch.ones(1)))),
    ("TooEarly()", error(TooEarly)),
    ("NoForward()(torch.ones(1))", error(lambda: NoForward()(torch.ones(1)))),
]
results
assert all(message for _, message in results)
