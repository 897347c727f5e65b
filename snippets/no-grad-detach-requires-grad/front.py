# /// note
# title.en = "Freeze the front, train the rest"
# title.zh = "冻结前面的层，只训练后面的"
# device = "any"
# ///
import torch
from torch import nn

torch.manual_seed(0);
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
net[0].requires_grad_(False);

hidden = net[1](net[0](torch.randn(5, 2)))
net[2](hidden).sum().backward()
[{"parameter": name, "has a gradient": p.grad is not None} for name, p in net.named_parameters()]

grads = {name: p.grad is not None for name, p in net.named_parameters()}
assert grads == {"0.weight": False, "0.bias": False, "2.weight": True, "2.bias": True}

# en: nothing in front of the last layer was recorded
# zh: 最后一层之前，什么也没有记录
assert hidden.grad_fn is None and not hidden.requires_grad
