# /// note
# title.en = "What every initialiser does"
# title.zh = "所有初始化方法的共同点"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn

weight = nn.Parameter(torch.empty(2, 3))
returned = nn.init.ones_(weight)
weight
assert returned is weight and weight.requires_grad and weight.grad_fn is None

names = [name for name in dir(nn.init) if name.endswith("_") and not name.startswith("_")]
print(*names)
eleven = ["uniform_", "normal_", "constant_", "eye_", "dirac_", "xavier_uniform_",
          "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "sparse_"]
assert set(eleven) < set(names)
sorted(set(names) - set(eleven))

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nn.init.uniform(torch.empty(1))
print(caught[0].category.__name__ + ":", caught[0].message)
assert caught[0].category is FutureWarning
