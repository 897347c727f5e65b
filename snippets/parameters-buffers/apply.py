# /// note
# title.en = "Overriding _apply"
# title.zh = "重写 _apply"
# device = "cpu"
# ///
import inspect
import torch
from torch import nn

class Old(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.noise = torch.ones(1)

    def _apply(self, fn):
        super()._apply(fn)
        self.noise = fn(self.noise)
        return self

assert Old().double().noise.dtype == torch.float64
assert nn.Sequential(Old()).to("meta")[0].noise.device.type == "meta"

inspect.signature(nn.Module._apply)
try:
    Old().to_empty(device="cpu")
    broken = False
except TypeError as error:
    broken = True
    print(error)
assert broken

# en: no "return self"
# zh: 忘了写 return self
class Forgetful(nn.Module):
    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)

assert Forgetful().double() is None

for name in "to cuda cpu float half double bfloat16 type share_memory to_empty".split():
    assert "_apply(" in inspect.getsource(getattr(nn.Module, name)), name
