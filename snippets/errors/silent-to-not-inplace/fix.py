# /// note
# title.en = "Assigned; a module changes in place"
# title.zh = "赋值；模块则原位修改"
# device = "any"
# ///
import torch
from torch import nn

x = torch.ones(2)
x = x.to(torch.float64)

net = nn.Linear(2, 1)
net.to(torch.float64);

batch = {"ids": torch.ones(2), "mask": torch.ones(2)}
batch = {name: tensor.to(torch.float64) for name, tensor in batch.items()}

[x.dtype, net.weight.dtype, batch["mask"].dtype]
assert x.dtype == net.weight.dtype == batch["mask"].dtype == torch.float64
