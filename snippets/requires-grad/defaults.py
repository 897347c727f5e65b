# /// note
# title.en = "Who requires grad from the start?"
# title.zh = "谁生来就需要梯度？"
# device = "any"
# ///
import torch
from torch import nn

norm = nn.BatchNorm1d(2)
tensors = {
    "torch.ones(2)": torch.ones(2),
    "torch.ones(2, requires_grad=True)": torch.ones(2, requires_grad=True),
    "nn.Parameter(torch.ones(2))": nn.Parameter(torch.ones(2)),
    "BatchNorm1d.weight": norm.weight,
    "BatchNorm1d.running_mean": norm.running_mean,
    "norm(torch.ones(3, 2))": norm(torch.ones(3, 2)),
}
[{"tensor": name, "requires_grad": t.requires_grad, "is_leaf": t.is_leaf} for name, t in tensors.items()]

assert not tensors["torch.ones(2)"].requires_grad
assert tensors["nn.Parameter(torch.ones(2))"].requires_grad
assert norm.weight.requires_grad and not norm.running_mean.requires_grad
assert tensors["norm(torch.ones(3, 2))"].requires_grad
