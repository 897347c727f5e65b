# /// note
# title.en = "Four images become eight rows"
# title.zh = "四张图变成八行"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

features = torch.ones(4, 8, 6, 6)
logits = nn.Linear(144, 3)(features.view(-1, 144))
logits.shape
nn.CrossEntropyLoss()(logits, torch.tensor([0, 1, 2, 0]))
