# /// note
# title.en = "Hooks that change what passes, and calls that bypass them"
# title.zh = "能改结果的钩子，和绕过钩子的调用"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Linear(2, 2)
log = []

def before(module, args):
    log.append("pre-hook")
    return (args[0] * 0,)

def after(module, args, output):
    log.append("hook")
    return output + 100

model.register_forward_pre_hook(before);
handle = model.register_forward_hook(after)
x = torch.ones(1, 2)

called = model(x)
assert log == ["pre-hook", "hook"]
assert torch.equal(called, model.bias.expand(1, 2) + 100)

direct = model.forward(x)
assert log == ["pre-hook", "hook"]
assert torch.allclose(direct, x @ model.weight.T + model.bias)

handle.remove()
assert torch.equal(model(x), model.bias.expand(1, 2))
