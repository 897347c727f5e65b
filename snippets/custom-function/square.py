# /// note
# title.en = "A square, defined twice"
# title.zh = "平方函数，两种写法"
# device = "any"
# ///
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        x, = ctx.saved_tensors
        return 2 * x * gradient

class ModernSquare(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, gradient):
        x, = ctx.saved_tensors
        return 2 * x * gradient

x = torch.tensor(3.0, requires_grad=True)
y = Square.apply(x)
y
y.backward()
x.grad
assert x.grad == 6

# en: gradcheck compares backward() with differences of forward(); it wants float64
# zh: gradcheck 把 backward() 与 forward() 的数值差分相比较；要用 float64
sample = torch.tensor([0.5, -2.0, 3.0], dtype=torch.float64, requires_grad=True)
assert torch.autograd.gradcheck(Square.apply, sample)
assert torch.autograd.gradcheck(ModernSquare.apply, sample)

torch.func.vmap(torch.func.grad(ModernSquare.apply))(torch.arange(3.0))
try:
    torch.func.grad(Square.apply)(torch.tensor(3.0))
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert "it must override the setup_context staticmethod" in refused
