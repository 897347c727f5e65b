# /// note
# title.en = "A layer around it"
# title.zh = "把它包成一个层"
# device = "any"
# ///
import torch
from torch import nn

class MultiplyAdd(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.t() + bias

    @staticmethod
    def backward(ctx, g):
        x, weight = ctx.saved_tensors
        return g @ weight, g.t() @ x, g.sum(0)

class MyLinear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        self.bias = nn.Parameter(torch.zeros(outputs))
        nn.init.kaiming_uniform_(self.weight, a=5 ** 0.5)

    def forward(self, x):
        return MultiplyAdd.apply(x, self.weight, self.bias)

    def extra_repr(self):
        return f"{self.weight.shape[1]} -> {self.weight.shape[0]}"

layer = MyLinear(3, 2)
layer
assert repr(layer) == "MyLinear(3 -> 2)"
assert [name for name, _ in layer.named_parameters()] == ["weight", "bias"]

x = torch.ones(4, 3)
layer(x).sum().backward()
reference = nn.functional.linear(x, layer.weight, layer.bias)
assert torch.allclose(layer(x), reference)
assert all(torch.allclose(p.grad, expected) for p, expected in zip(
    layer.parameters(), torch.autograd.grad(reference.sum(), list(layer.parameters()))))
