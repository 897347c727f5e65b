# /// note
# title.en = "Two outputs, one of them unused"
# title.zh = "两个输出，有一个没用到"
# device = "any"
# ///
import torch

received = []

class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, materialize):
        ctx.set_materialize_grads(materialize)
        return x + 1, x * 2

    @staticmethod
    def backward(ctx, to_first, to_second):
        received.append({"for the first": str(to_first), "for the second": str(to_second)})
        zero = torch.zeros(1)
        return (zero if to_first is None else to_first) + 2 * (zero if to_second is None else to_second), None

x = torch.ones(1, requires_grad=True)
for materialize in (True, False):
    first, second = Both.apply(x, materialize)
    first.backward()
received
x.grad

assert isinstance(Both.apply(x, True), tuple)
assert received[0]["for the second"].startswith("tensor([0.]") and received[1]["for the second"] == "None"
assert x.grad.item() == 2.0
