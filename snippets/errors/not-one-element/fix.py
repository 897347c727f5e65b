# /// note
# title.en = "A summary, all of them, a stack"
# title.zh = "汇总、全部、堆叠"
# device = "any"
# ///
import torch
from torch import nn

loss = nn.MSELoss(reduction="none")(torch.tensor([1.0, 3.0]), torch.zeros(2))
{"mean": loss.mean().item(), "all": loss.tolist()}
torch.stack([torch.ones(2), torch.zeros(2)])

assert loss.mean().item() == 5
assert loss.tolist() == [1, 9]
assert torch.stack([torch.ones(2), torch.zeros(2)]).shape == (2, 2)
