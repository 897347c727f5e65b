# /// note
# title.en = "Gradients in passing"
# title.zh = "经过的梯度"
# device = "any"
# ///
import torch
from torch import nn

layer = nn.Linear(2, 3)
seen = {}

def hook(module, grad_input, grad_output):
    seen["grad_input"], seen["grad_output"] = grad_input[0], grad_output[0]

layer.register_full_backward_hook(hook);
x = torch.ones(4, 2, requires_grad=True)
(layer(x) ** 2).sum().backward()
{name: str(list(gradient.shape)) for name, gradient in seen.items()}
assert seen["grad_input"].shape == x.shape and seen["grad_output"].shape == (4, 3)
assert torch.equal(seen["grad_input"], x.grad)

# en: what it returns replaces the gradient of the input
# zh: 它的返回值会取代输入的梯度
layer.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 10,));
before, x.grad = x.grad, None
(layer(x) ** 2).sum().backward()
assert torch.allclose(x.grad, before * 10)

# en: the same for one tensor: its hook may hand on another gradient
# zh: 单个张量也可以：钩子可以换一个梯度传下去
a = torch.ones(2, requires_grad=True)
b = a * 3
log = []
b.register_hook(lambda gradient: log.append(gradient));
a.register_hook(lambda gradient: gradient * 10);
a.register_post_accumulate_grad_hook(lambda tensor: log.append(tensor.grad.clone()));
b.sum().backward()
log
assert log[0].tolist() == [1.0, 1.0]
assert a.grad.tolist() == log[1].tolist() == [30.0, 30.0]
