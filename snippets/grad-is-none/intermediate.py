# /// note
# title.en = "A result in the middle has no .grad"
# title.zh = "中间结果没有 .grad"
# device = "any"
# ///
import warnings

import torch

x = torch.ones(1, requires_grad=True)

y = x * 2
(y * 3).sum().backward()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nothing = y.grad
print(str(caught[0].message).split(" (Triggered")[0])
assert nothing is None and x.grad.item() == 6.0

# en: three ways to get at it
# zh: 三种拿到它的办法
y = x * 2
y.retain_grad()
(y * 3).sum().backward()
y.grad
assert y.grad.item() == 3.0

seen = []
y = x * 2
y.register_hook(lambda gradient: seen.append(gradient.item()));
(y * 3).sum().backward()
assert seen == [3.0]

y = x * 2
assert torch.autograd.grad((y * 3).sum(), y)[0].item() == 3.0
