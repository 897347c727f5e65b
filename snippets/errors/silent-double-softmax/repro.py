# /// note
# title.en = "A perfect answer, a loss of 0.55"
# title.zh = "答案完美，损失 0.55"
# device = "any"
# ///
import torch
from torch import nn

logits = torch.tensor([[9.0, 0.0, 0.0]])
y = torch.tensor([0])
probabilities = nn.Softmax(dim=1)(logits)
loss = nn.CrossEntropyLoss()(probabilities, y)
loss
assert loss > 0.55
