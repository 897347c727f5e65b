# /// note
# title.en = "Four ways to write the same parameter"
# title.zh = "同一个参数的四种写法"
# device = "cpu"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(2)) * 0.01
        self.b = nn.Parameter(torch.ones(2)).double()
        self.c = nn.Parameter(torch.ones(2)).to("cpu")
        self.d = nn.Parameter((torch.ones(2) * 0.01).double())

model = Model()
registered = dict(model.named_parameters())
[{"name": name, "type": type(getattr(model, name)).__name__, "registered": name in registered}
 for name in "abcd"]
assert list(registered) == ["c", "d"]

# en: c came through only because there was nothing to move
# zh: c 能留下，只是因为本来就不用移动
original = nn.Parameter(torch.ones(2))
assert original.to("cpu") is original
assert not isinstance(original.to("meta"), nn.Parameter)
