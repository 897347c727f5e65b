# /// note
# title.en = "Two parameters, one factor"
# title.zh = "两个参数，同一个系数"
# device = "any"
# ///
import torch
from torch import nn

p, q = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(2))
p.grad, q.grad = torch.tensor([30.0, 40.0]), torch.tensor([0.0, 120.0])

total = nn.utils.clip_grad_norm_([p, q], max_norm=20)
total
torch.stack([p.grad, q.grad])
assert abs(total.item() - 130) < 1e-4
factor = 20 / 130
assert torch.allclose(p.grad, torch.tensor([30.0, 40.0]) * factor)
assert torch.allclose(q.grad, torch.tensor([0.0, 120.0]) * factor)

# en: below the limit nothing changes, and inf merely measures
# zh: 没有超过上限就不变；上限为 inf 则只测量
before = p.grad.clone()
measured = nn.utils.clip_grad_norm_([p, q], max_norm=float("inf"))
nn.utils.clip_grad_norm_([p, q], max_norm=50);
assert torch.equal(p.grad, before) and abs(measured - 20) < 1e-4
