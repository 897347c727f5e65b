# /// note
# title.en = "inf, then nan"
# title.zh = "先 inf，后 nan"
# device = "any"
# ///
import torch
from torch import nn

x = torch.randn(64, 10) * 10
y = x.sum(1, keepdim=True)
net = nn.Linear(10, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

losses = []
for step in range(41):
    loss = nn.functional.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())

[{"step": step, "loss": losses[step]} for step in range(0, 41, 10)]
assert torch.tensor(losses[20]).isinf() and torch.tensor(losses[40]).isnan()
