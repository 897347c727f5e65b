# /// note
# title.en = "Integers, then floats, then gradients"
# title.zh = "先整数，再浮点，再梯度"
# device = "any"
# ///
import torch

ints = torch.tensor([2, 3, 4])
x = ints.float().requires_grad_()
print(x.clone())
print(x.detach())

assert "<CloneBackward0>" in str(x.clone()) and "<CloneBackward>" not in str(x.clone())
assert str(x.detach()) == "tensor([2., 3., 4.])"
assert x.detach().dtype == x.detach().clone().dtype == torch.float32

floats = torch.tensor([2.0, 3.0, 4.0])
y = floats.float().requires_grad_()
[{"t": "ints", "t.float() is t": x is ints, "t.requires_grad": ints.requires_grad},
 {"t": "floats", "t.float() is t": y is floats, "t.requires_grad": floats.requires_grad}]

assert x is not ints and not ints.requires_grad
assert y is floats and floats.requires_grad
