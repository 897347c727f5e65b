# /// note
# title.en = "A linear function, and the squeeze that breaks it"
# title.zh = "线性函数，以及会弄坏它的 squeeze"
# device = "any"
# ///
import torch

def linear(squeeze):
    class Linear(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, weight, bias=None):
            ctx.save_for_backward(x, weight, bias)
            out = x.mm(weight.t())
            return out if bias is None else out + bias

        @staticmethod
        def backward(ctx, g):
            x, weight, bias = ctx.saved_tensors
            to_x = to_weight = to_bias = None
            if ctx.needs_input_grad[0]:
                to_x = g.mm(weight)
            if ctx.needs_input_grad[1]:
                to_weight = g.t().mm(x)
            if bias is not None and ctx.needs_input_grad[2]:
                to_bias = g.sum(0).squeeze(0) if squeeze else g.sum(0)
            return to_x, to_weight, to_bias

    return Linear.apply

def check(squeeze, outputs):
    torch.manual_seed(0)
    shapes = (5, 3), (outputs, 3), (outputs,)
    inputs = [torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in shapes]
    try:
        return str(torch.autograd.gradcheck(linear(squeeze), inputs))
    except RuntimeError as error:
        return f"RuntimeError: {error}"

report = {(squeeze, outputs): check(squeeze, outputs) for squeeze in (False, True) for outputs in (4, 1)}
[{"bias gradient": "g.sum(0).squeeze(0)" if squeeze else "g.sum(0)", "outputs": outputs, "gradcheck": said}
 for (squeeze, outputs), said in report.items()]

assert report[False, 4] == report[False, 1] == report[True, 4] == "True"
assert "returned an invalid gradient at index 2 - got [] but expected shape" in report[True, 1]

without_bias = [torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in ((5, 3), (4, 3))]
assert torch.autograd.gradcheck(linear(False), without_bias)
