# /// note
# title.en = "A differentiable path to the loss"
# title.zh = "通向损失的路上处处可导"
# device = "cpu"
# ///
import torch
from torch import nn

model, x = nn.Linear(3, 2), torch.ones(4, 3)
y = torch.tensor([0, 1, 0, 1])

out = model(x)
loss = nn.functional.cross_entropy(out, y)
loss.backward()
accuracy = (out.argmax(1) == y).float().mean()

model.weight.grad
assert model.weight.grad is not None
