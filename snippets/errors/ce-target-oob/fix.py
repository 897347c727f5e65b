# /// note
# title.en = "Renumbered, or ignored"
# title.zh = "重新编号，或者忽略"
# device = "any"
# ///
import torch
from torch import nn

logits = torch.zeros(3, 3)

from_one = torch.tensor([1, 2, 3])
loss = nn.CrossEntropyLoss()(logits, from_one - 1)
loss

mask = torch.tensor([0, 255, 2])
masked = nn.CrossEntropyLoss(ignore_index=255)(logits, mask)
masked
assert torch.isclose(loss, torch.tensor(3.0).log())
assert torch.isclose(masked, loss)
