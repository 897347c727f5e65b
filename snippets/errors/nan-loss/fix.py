# /// note
# title.en = "Scaled, and watched"
# title.zh = "缩放，并且盯着"
# device = "any"
# ///
import torch
from torch import nn

x = torch.randn(64, 10) * 10
y = x.sum(1, keepdim=True)
x = (x - x.mean(0)) / x.std(0)
net = nn.Linear(10, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

losses = []
for step in range(61):
    loss = nn.functional.mse_loss(net(x), y)
    if not loss.isfinite():
        raise FloatingPointError(f"loss is {loss} at step {step}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())

[{"step": step, "loss": round(losses[step], 2)} for step in range(0, 61, 20)]
assert losses[60] < 0.1
