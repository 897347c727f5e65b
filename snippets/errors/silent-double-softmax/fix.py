# /// note
# title.en = "Raw logits"
# title.zh = "直接用 logits"
# device = "any"
# ///
import torch
from torch import nn

logits = torch.tensor([[9.0, 0.0, 0.0]])
y = torch.tensor([0])
loss = nn.CrossEntropyLoss()(logits, y)
loss
assert loss < 0.001

# en: for people, afterwards
# zh: 给人看的，之后再算
logits.softmax(dim=1).round(decimals=3)
