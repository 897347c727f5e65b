# /// note
# title.en = "no_grad, or a clone outside"
# title.zh = "no_grad，或者在外面 clone"
# device = "cpu"
# ///
import torch
from torch import nn

backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
with torch.no_grad():
    features = backbone(torch.ones(2, 3))
head(features).sum().backward()
first = head.weight.grad.clone()

with torch.inference_mode():
    fast = backbone(torch.ones(2, 3))
head.zero_grad()
head(fast.clone()).sum().backward()
assert fast.is_inference() and not features.is_inference()
assert torch.equal(head.weight.grad, first)
