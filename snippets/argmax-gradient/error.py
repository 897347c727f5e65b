# /// note
# title.en = "A loss without a history"
# title.zh = "一个没有来历的损失"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

torch.manual_seed(0);
model, x = nn.Linear(3, 2), torch.ones(4, 3)
labels = torch.tensor([0, 1, 0, 1])

predicted = model(x).argmax(dim=1).float()
loss = ((predicted - labels) ** 2).mean()
print("requires_grad:", loss.requires_grad)
loss.backward()
