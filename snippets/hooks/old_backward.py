# /// note
# title.en = "The old hook and the full one, on the same module"
# title.zh = "同一个模块，旧钩子与新钩子"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn

def grad_input(register):
    model, seen = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)), []
    getattr(model, register)(lambda module, grad_input, grad_output: seen.append(grad_input))
    x = torch.ones(4, 2, requires_grad=True)
    model(x).sum().backward()
    shapes = [None if gradient is None else list(gradient.shape) for gradient in seen[0]]
    return shapes, list(x.grad.shape)

full, wanted = grad_input("register_full_backward_hook")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    old, _ = grad_input("register_backward_hook")

{"the gradient of x": str(wanted), "full hook": str(full), "old hook": str(old)}
print(caught[0].category.__name__ + ":", caught[0].message)
assert full == [wanted] == [[4, 2]]
assert wanted not in old
assert caught[0].category is FutureWarning

both = nn.Linear(2, 2)
both.register_backward_hook(lambda *_: None);
try:
    both.register_full_backward_hook(lambda *_: None)
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused
