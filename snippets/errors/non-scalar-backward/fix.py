# /// note
# title.en = "The mean is one number"
# title.zh = "平均之后就是一个数"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Linear(3, 1)
loss = nn.MSELoss(reduction="none")(model(torch.ones(4, 3)), torch.zeros(4, 1))
{"before": tuple(loss.shape), "after": tuple(loss.mean().shape)}
loss.mean().backward()

assert loss.mean().shape == ()
assert model.weight.grad.shape == model.weight.shape
