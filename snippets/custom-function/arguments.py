# /// note
# title.en = "Numbers, names, and a gradient for each"
# title.zh = "数字、字符串，以及各自的梯度"
# device = "any"
# ///
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, name="unnamed"):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None, None

x = torch.ones(2, requires_grad=True)
Scale.apply(x, 3.0, "triple").sum().backward()
x.grad
assert x.grad.tolist() == [3.0, 3.0]

x.grad = None
Scale.apply(x, factor=4.0, name="by name").sum().backward()
assert x.grad.tolist() == [4.0, 4.0]

class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        print("needs_input_grad:", ctx.needs_input_grad)
        return g * ctx.saved_tensors[1]

try:
    Product.apply(x, torch.ones(2)).sum().backward()
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused == "function ProductBackward returned an incorrect number of gradients (expected 2, got 1)"
