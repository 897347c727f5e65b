# /// note
# title.en = "The old class, called both ways"
# title.zh = "旧写法的类，两种调用方式"
# device = "any"
# ///
import warnings

import torch

class Linear(torch.autograd.Function):
    def forward(self, x, weight, bias=None):
        self.save_for_backward(x, weight, bias)
        out = x.mm(weight.t())
        return out if bias is None else out + bias

    def backward(self, g):
        x, weight, bias = self.saved_tensors
        return g.mm(weight), g.t().mm(x), None if bias is None else g.sum(0)

torch.manual_seed(0);
shapes = (5, 3), (4, 3), (4,)
x, weight, bias = (torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in shapes)

try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Linear()(x, weight)
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused.startswith("Legacy autograd function with non-static forward method is deprecated.")

assert torch.autograd.gradcheck(Linear.apply, (x, weight, bias))
assert torch.autograd.gradcheck(Linear.apply, (x, weight))
