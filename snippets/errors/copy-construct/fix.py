# /// note
# title.en = "Say which one you mean"
# title.zh = "写清楚要的是哪一种"
# device = "cpu"
# ///
import numpy as np
import torch

w = torch.ones(2, requires_grad=True)
loss = (w * 2).sum()

logged = loss.detach().clone()
total = loss + 1
from_either = [torch.as_tensor(x) for x in (np.ones(2), torch.ones(2))]

total.backward()
logged
assert not logged.requires_grad and w.grad.tolist() == [2, 2]
