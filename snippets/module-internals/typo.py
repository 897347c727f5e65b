# /// note
# title.en = "A class that is built, and fails when called"
# title.zh = "能建成、一调用就出错的类"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.autograd import Variable

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param1 = nn.Parameter(torch.rand(3, 3))
        self.submodel1 = nn.Linear(3, 4)

    def forward(self, input):
        x = self.param1.mm(input)
        return self.submodel11(x)

class Fixed(Net):
    def forward(self, input):
        return self.submodel1(self.param1.mm(input))

def outcome(model, input):
    try:
        return str(list(model(input).shape))
    except (AttributeError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"

results = [
    ("Net()(torch.rand(3, 3))", outcome(Net(), torch.rand(3, 3))),
    ("Fixed()(torch.rand(3, 3))", outcome(Fixed(), torch.rand(3, 3))),
    ("Fixed()(torch.rand(3, 5))", outcome(Fixed(), torch.rand(3, 5))),
]
results
assert "submodel11" in results[0][1] and results[1][1] == "[3, 4]"
assert results[2][1].startswith("RuntimeError: mat1 and mat2 shapes cannot be multiplied")

t = torch.ones(1)
v = Variable(t, requires_grad=True)
type(v)
assert type(v) is torch.Tensor and v.data_ptr() == t.data_ptr() and isinstance(t, Variable)
