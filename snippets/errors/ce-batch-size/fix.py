# /// note
# title.en = "flatten(1) keeps the batch"
# title.zh = "flatten(1) 保住批次"
# device = "any"
# ///
import torch
from torch import nn

features = torch.ones(4, 8, 6, 6)
flat = features.flatten(1)
flat.shape
logits = nn.Linear(8 * 6 * 6, 3)(flat)
loss = nn.CrossEntropyLoss()(logits, torch.tensor([0, 1, 2, 0]))
assert len(logits) == 4 and loss.isfinite()
