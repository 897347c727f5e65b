# /// note
# title.en = "What a copy does to the gradient"
# title.zh = "复制对梯度的影响"
# device = "any"
# ///
import torch

def slope(copy):
    x = torch.tensor(3.0, requires_grad=True)
    (copy(x * x) * x).backward()
    return x.grad.item()

[{"expression": "x*x * x", "slope at x = 3": slope(lambda t: t)},
 {"expression": "(x*x).clone() * x", "slope at x = 3": slope(torch.clone)},
 {"expression": "(x*x).detach() * x", "slope at x = 3": slope(torch.detach)}]

assert slope(torch.clone) == slope(lambda t: t) == 27
assert slope(torch.detach) == 9

w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w ** 2
y.detach()
y.sum().backward()
c = w.clone()
grads = w.grad, c.grad
grads
assert grads[0].tolist() == [2.0, 4.0] and grads[1] is None

w.grad = None
(c * 3).sum().backward()
w.grad
assert w.grad.tolist() == [3.0, 3.0]
