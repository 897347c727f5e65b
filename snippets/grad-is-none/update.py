# /// note
# title.en = "Gradient descent by hand, three times"
# title.zh = "手写梯度下降，写三遍"
# device = "any"
# ///
import warnings

import torch

warnings.simplefilter("ignore")

def descend(update):
    w = torch.tensor([0.0], requires_grad=True)
    try:
        for _ in range(20):
            (w - 3).pow(2).sum().backward()
            w = update(w)
        return f"w = {w.item():.3f}, is_leaf = {w.is_leaf}"
    except (RuntimeError, TypeError) as error:
        return f"{type(error).__name__}: {error}"

def in_place(w):
    w -= 0.1 * w.grad
    return w

def rebind(w):
    return w - 0.1 * w.grad

def under_no_grad(w):
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
    return w

report = {
    "w -= 0.1 * w.grad": descend(in_place),
    "w = w - 0.1 * w.grad": descend(rebind),
    "with torch.no_grad(): w -= 0.1 * w.grad": descend(under_no_grad),
}
[{"update": line, "outcome": said} for line, said in report.items()]

said = list(report.values())
assert said[0] == "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation."
assert said[1] == "TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'"
assert said[2] == "w = 2.965, is_leaf = True"
