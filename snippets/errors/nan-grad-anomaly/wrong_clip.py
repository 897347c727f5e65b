# /// note
# title.en = "Clipping spreads the nan to all parameters"
# title.zh = "裁剪把 nan 传给了所有参数"
# device = "any"
# ///
import torch

a = torch.nn.Parameter(torch.ones(2))
b = torch.nn.Parameter(torch.ones(2))
a.grad = torch.tensor([float("nan"), 1.0])
b.grad = torch.ones(2)
torch.nn.utils.clip_grad_norm_([a, b], 1.0);
{"a.grad": a.grad.tolist(), "b.grad": b.grad.tolist()}
assert a.grad.isnan().all() and b.grad.isnan().all()
