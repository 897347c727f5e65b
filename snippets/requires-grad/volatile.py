# /// note
# title.en = "volatile, Variable, and what is left of them"
# title.zh = "volatile 与 Variable 还剩下什么"
# device = "any"
# ///
import warnings

import torch
from torch.autograd import Variable

x = torch.ones(2, requires_grad=True)
v = torch.ones(2)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    old = Variable(torch.ones(2), volatile=True)
    v.volatile = True
    flag = v.volatile
    recorded = (x * v).requires_grad

for warning in caught:
    print(warning.message)
{"type": type(old).__name__, "v.volatile": flag, "(x * v).requires_grad": recorded}

assert type(old) is torch.Tensor
assert flag is False and recorded
assert "volatile was removed and now has no effect" in str(caught[0].message)

with torch.no_grad():
    assert not (x * v).requires_grad
with torch.inference_mode():
    assert not (x * v).requires_grad

# en: Variable(…) is not harmless: without requires_grad=True it cuts the graph
# zh: Variable(…) 并非无害：不写 requires_grad=True，它会切断计算图
hidden = x * 2
Variable(hidden).requires_grad, hidden.requires_grad
assert hidden.requires_grad and not Variable(hidden).requires_grad
