# /// note
# title.en = "Clipping a nan"
# title.zh = "裁剪 nan"
# device = "any"
# ///
import torch
from torch import nn

w = nn.Parameter(torch.ones(2))
w.grad = torch.tensor([1.0, float("nan")])
nn.utils.clip_grad_norm_([w], max_norm=1.0)
w.grad
assert w.grad.isnan().all()
